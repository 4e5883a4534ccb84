import { type ReactNode, useState } from 'react';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { AddressFields } from './address-fields.tsx';
import { DeliveryChoices } from './delivery-choices.tsx';
import { headings, messages } from '../checkout/messages.ts';
import { useRegistration } from '../checkout/registration.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { fieldId, shippingProblems, type ShippingChoice, type ShippingProblem } from './shipping-form.ts';
import { StorePicker } from './store-picker.tsx';
import { STEP_FORM } from '../checkout/flow.ts';
import { useShippingForm } from './use-shipping-form.ts';

type Props = {
  choice: ShippingChoice;
  /** NT$ of the order; undefined while it is unknown */
  total: number | undefined;
  /** the problem that the server found at the last attempt */
  refused: { field?: ShippingProblem['field']; message: string } | undefined;
  /** registration or remembering, from the accounts */
  account?: ReactNode;
  onFocus: () => void;
  onNext: () => void;
};

export function ShippingStep({ choice, total, refused, account, onFocus, onNext }: Props) {
  const form = useShippingForm(choice);
  const registration = useRegistration();
  // Counts the attempts, so that the list of errors takes the focus at each one.
  const [tries, setTries] = useState(0);
  // Another delivery has other fields, and they were not submitted yet.
  const [triedFor, setTriedFor] = useState(choice.delivery);

  const problems = tries > 0 && triedFor === choice.delivery ? shippingProblems(form.fields, choice, total) : [];
  const messageOf = (field: ShippingProblem['field']): string | undefined => problems.find((problem) => problem.field === field)?.message;
  const listed = problems.map(({ field, message }) => ({ fieldId: fieldId(field), message }));
  const alsoLacks = tries > 0 ? registration.lacks.filter((lack) => !listed.some(({ fieldId: id }) => id === lack.fieldId)) : [];
  listed.push(...alsoLacks);
  const lackOf = (field: 'phone' | 'email'): { [Field in typeof field]?: string } => {
    const message = alsoLacks.find((lack) => lack.fieldId === fieldId(field))?.message;
    return message === undefined ? {} : { [field]: message };
  };
  const recipient = { ...form, errors: { ...form.errors, ...lackOf('phone'), ...lackOf('email') } };
  if (refused && problems.length === 0 && tries === 0)
    listed.push({ fieldId: refused.field ? fieldId(refused.field) : STEP_FORM, message: refused.message });

  return (
    <form
      id={STEP_FORM}
      noValidate
      tabIndex={-1}
      className="grid content-start gap-8"
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault();
        setTries((count) => count + 1);
        setTriedFor(choice.delivery);
        form.showAll();
        registration.showAll();
        if (shippingProblems(form.fields, choice, total).length === 0 && registration.lacks.length === 0) onNext();
      }}
    >
      <ErrorSummary
        problems={listed}
        attempt={tries}
        title={refused && tries === 0 ? '訂單未成立，請修正後再試一次' : messages.shippingIncomplete}
      />
      <DeliveryChoices total={total} errors={{ payment: messageOf('payment'), delivery: messageOf('delivery') }} />
      {choice.delivery === 'CVS' && <StorePicker id={fieldId('store')} error={messageOf('store')} />}
      <section aria-labelledby="recipient-heading" className="grid gap-4">
        <h2 id="recipient-heading" className="text-h3">
          {headings.recipient}
        </h2>
        <RecipientFields form={recipient} choice={choice} registers={registration.wanted} />
        {choice.delivery !== 'CVS' && <AddressFields form={form} delivery={choice.delivery} />}
      </section>
      {account}
    </form>
  );
}
