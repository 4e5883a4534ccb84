import type { DeliveryType } from '@nordhaut/contracts';
import { useEffect, useMemo, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { AddressFields } from './address-fields.tsx';
import { OVERSEAS } from './areas.ts';
import { DeliveryChoices } from './delivery-choices.tsx';
import { fieldId } from './field-id.ts';
import { headings, messages } from './messages.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { setFields, useSession } from './session.ts';
import { shippingProblems, shippingResolver, type ShippingChoice, type ShippingFields, type ShippingProblem } from './shipping-form.ts';
import { StorePicker } from './store-picker.tsx';
import { STEP_FORM } from './summary.tsx';

type Props = {
  choice: ShippingChoice;
  /** what the server refused on the last try */
  refused: ShippingProblem | { field?: undefined; message: string } | undefined;
  onNext: () => void;
};

export function ShippingStep({ choice, refused, onNext }: Props) {
  const resolver = useMemo(() => shippingResolver(choice), [choice]);
  const form = useForm<ShippingFields>({ defaultValues: useSession.getState().fields, resolver, mode: 'onTouched', shouldFocusError: false });
  const fields = useSession((session) => session.fields);
  // Counts the tries, so that the list of errors takes the focus each time.
  const [tries, setTries] = useState(0);
  useKeptFields(form);
  useFittingPlace(form, choice.delivery);

  const problems = tries > 0 ? shippingProblems(fields, choice) : [];
  const listed = problems.map(({ field, message }) => ({ fieldId: fieldId(field), message }));
  if (refused && problems.length === 0 && tries === 0) listed.push({ fieldId: refused.field ? fieldId(refused.field) : STEP_FORM, message: refused.message });
  const next = form.handleSubmit(() => choice.delivery !== 'CVS' || choice.store ? onNext() : undefined);

  return (
    <form
      id={STEP_FORM}
      noValidate
      tabIndex={-1}
      className="grid content-start gap-8"
      onSubmit={(event) => {
        setTries((count) => count + 1);
        void next(event);
      }}
    >
      <ErrorSummary problems={listed} attempt={tries} title={refused && tries === 0 ? '訂單未成立，請修正後再試一次' : messages.shippingIncomplete} />
      <DeliveryChoices />
      {choice.delivery === 'CVS' && <StorePicker id={fieldId('store')} error={problems.find(({ field }) => field === 'store')?.message} />}
      <section aria-labelledby="recipient-heading" className="grid gap-4">
        <h2 id="recipient-heading" className="text-h3">{headings.recipient}</h2>
        <RecipientFields form={form} choice={choice} />
        {choice.delivery !== 'CVS' && <AddressFields form={form} delivery={choice.delivery} />}
      </section>
    </form>
  );
}

/** Every change is kept: for the way to the store map, for a reload, for the steps after this one. */
function useKeptFields({ subscribe }: UseFormReturn<ShippingFields>): void {
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => setFields({ ...values }) }), [subscribe]);
}

/** A county of Taiwan is no place abroad, nor the other way round; and a parcel at home needs a number of Taiwan. */
function useFittingPlace({ getValues, setValue }: UseFormReturn<ShippingFields>, delivery: DeliveryType): void {
  useEffect(() => {
    const overseas = delivery === 'INTERNATIONAL';
    const { city, phoneArea } = getValues();
    if (city && delivery !== 'CVS' && OVERSEAS.some((place) => place === city) !== overseas) {
      for (const field of ['city', 'district', 'area', 'zip'] as const) setValue(field, '');
    }
    if (!overseas && phoneArea !== '+886') setValue('phoneArea', '+886');
  }, [delivery, getValues, setValue]);
}
