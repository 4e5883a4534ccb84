import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type'> & { error?: string | undefined };

/** A mobile number of Taiwan with its fixed prefix. */
export function PhoneField({ error, id, ...rest }: Props) {
  return (
    <Field label="手機號碼" error={error} required hint={'例如 0912\u00a0345\u00a0678'} {...(id ? { id } : {})}>
      {(control) => (
        <div className="flex gap-2">
          <span className="num grid min-h-12 shrink-0 place-items-center rounded-2 border border-line bg-sunken px-3 text-ink-2">+886</span>
          <input
            {...rest}
            {...control}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={24}
            className="input num min-w-0"
          />
        </div>
      )}
    </Field>
  );
}
