import { PASSWORD_MIN } from '@nordhaut/contracts';
import type { ComponentProps, ReactNode } from 'react';
import { FormAlert } from './account-frame.tsx';
import { confirmationProblem, LABELS, passwordProblem } from './form-rules.ts';
import { PasswordField } from './password-field.tsx';

export type NewPassword = { password: string; confirmation: string };

/** The messages of the new password and its repetition. */
export const newPasswordProblems = ({ password, confirmation }: NewPassword) => ({
  password: passwordProblem(password, LABELS.newPassword),
  confirmation: confirmationProblem(password, confirmation),
});

/** The button stays disabled until both are typed and equal. */
export const isTypedTwice = ({ password, confirmation }: NewPassword): boolean => password !== '' && password === confirmation;

type Props = {
  failure: string | undefined;
  /** of `useFields` */
  text: (name: keyof NewPassword) => Omit<ComponentProps<typeof PasswordField>, 'label'>;
  /** whether the form may be sent now */
  open: boolean;
  onSend: () => void;
  /** what stands between the failure and the new password */
  above?: ReactNode;
  /** the buttons */
  children: ReactNode;
};

/** The shell of the forms that set a password: the failure, the new password with its strength, and its repetition. */
export function NewPasswordFields({ failure, text, open, onSend, above, children }: Props) {
  return (
    <form
      noValidate
      // Without script, an address must not get what was typed.
      method="post"
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (open) onSend();
      }}
    >
      <FormAlert message={failure} />
      {above}
      <PasswordField
        label={LABELS.newPassword}
        autoComplete="new-password"
        hint={`至少 ${PASSWORD_MIN} 個字，包含英文字母與數字`}
        maxLength={256}
        rated
        {...text('password')}
      />
      <PasswordField label={LABELS.confirmation} autoComplete="new-password" maxLength={256} {...text('confirmation')} />
      {children}
    </form>
  );
}
