import { withoutInvisible } from '@nordhaut/contracts';
import { useState, type ChangeEvent } from 'react';
import { EMPTY_SHIPPING, type ShippingFields } from '../checkout/fields.ts';
import { useSession } from '../checkout/session.ts';
import { shippingProblems, type ShippingChoice } from './shipping-form.ts';

type Name = keyof ShippingFields;
const isField = (name: string): name is Name => name in EMPTY_SHIPPING;

/**
 * The shipping form. The session holds the typed values, because they survive the store map and a reload, and the rules
 * are pure functions. A form library would add nothing and cost 12 kB, which is over the step's budget.
 */
export type ShippingForm = {
  fields: ShippingFields;
  /** of the fields that the buyer has left; of all fields after an attempt to submit */
  errors: Partial<Record<Name, string>>;
  set(changes: Partial<ShippingFields>): void;
  showAll(): void;
  /** props of a field's input or select */
  register(name: Name): {
    name: Name;
    value: string;
    onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void;
    onBlur(): void;
  };
};

export function useShippingForm(choice: ShippingChoice): ShippingForm {
  const fields = useSession((session) => session.fields);
  const [left, setLeft] = useState<ReadonlySet<Name> | 'all'>(new Set());
  const [asked, setAsked] = useState(choice.delivery);
  // A change of delivery empties fields. The buyer did not leave them empty, so they show no error.
  if (asked !== choice.delivery) {
    setAsked(choice.delivery);
    setLeft(new Set());
  }
  const errors: ShippingForm['errors'] = {};
  for (const { field, message } of shippingProblems(fields, choice)) {
    if (isField(field) && (left === 'all' || left.has(field))) errors[field] ??= message;
  }
  // Reads the current session, so that two changes in one turn do not overwrite each other.
  const set = (changes: Partial<ShippingFields>): void =>
    void useSession.setState(({ fields: now }) => ({ fields: { ...now, ...changes } }));
  return {
    fields,
    errors,
    set,
    showAll: () => setLeft('all'),
    register: (name) => ({
      name,
      value: fields[name],
      onChange: (event) => set({ [name]: withoutInvisible(event.target.value) }),
      onBlur: () => setLeft((seen) => (seen === 'all' || seen.has(name) ? seen : new Set(seen).add(name))),
    }),
  };
}
