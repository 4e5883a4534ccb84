import type { DeliveryType } from '@nordhaut/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { AddressFields } from './address-fields.tsx';
import { OVERSEAS } from './areas.ts';
import { DeliveryChoices } from './delivery-choices.tsx';
import { fieldId } from './field-id.ts';
import { headings, messages } from './messages.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { useSession } from './session.ts';
import { shippingProblems, type ShippingChoice, type ShippingProblem } from './shipping-form.ts';
import { StorePicker } from './store-picker.tsx';
import { STEP_FORM } from './summary.tsx';
import { useShippingForm, type ShippingForm } from './use-shipping-form.ts';

type Props = {
  choice: ShippingChoice;
  /** what the server refused on the last try */
  refused: ShippingProblem | { field?: undefined; message: string } | undefined;
  onNext: () => void;
};

export function ShippingStep({ choice, refused, onNext }: Props) {
  const form = useShippingForm(choice);
  // Counts the tries, so that the list of errors takes the focus each time.
  const [tries, setTries] = useState(0);
  useFittingPlace(form, choice.delivery);

  const problems = tries > 0 ? shippingProblems(form.fields, choice) : [];
  const listed = problems.map(({ field, message }) => ({ fieldId: fieldId(field), message }));
  if (refused && problems.length === 0 && tries === 0)
    listed.push({ fieldId: refused.field ? fieldId(refused.field) : STEP_FORM, message: refused.message });

  return (
    <form
      id={STEP_FORM}
      noValidate
      tabIndex={-1}
      className="grid content-start gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        setTries((count) => count + 1);
        form.showAll();
        if (shippingProblems(form.fields, choice).length === 0) onNext();
      }}
    >
      <ErrorSummary
        problems={listed}
        attempt={tries}
        title={refused && tries === 0 ? '訂單未成立，請修正後再試一次' : messages.shippingIncomplete}
      />
      <DeliveryChoices />
      {choice.delivery === 'CVS' && <StorePicker id={fieldId('store')} error={problems.find(({ field }) => field === 'store')?.message} />}
      <section aria-labelledby="recipient-heading" className="grid gap-4">
        <h2 id="recipient-heading" className="text-h3">
          {headings.recipient}
        </h2>
        <RecipientFields form={form} choice={choice} />
        {choice.delivery !== 'CVS' && <AddressFields form={form} delivery={choice.delivery} />}
      </section>
    </form>
  );
}

/** A county of Taiwan is no place abroad, nor the other way round; and a parcel at home needs a number of Taiwan. */
function useFittingPlace({ set }: Pick<ShippingForm, 'set'>, delivery: DeliveryType): void {
  const fit = useEffectEvent(() => {
    const overseas = delivery === 'INTERNATIONAL';
    const { city, phoneArea } = useSession.getState().fields;
    if (city && delivery !== 'CVS' && OVERSEAS.some((place) => place === city) !== overseas)
      set({ city: '', district: '', area: '', zip: '' });
    if (!overseas && phoneArea !== '+886') set({ phoneArea: '+886' });
  });
  useEffect(() => fit(), [delivery]);
}
