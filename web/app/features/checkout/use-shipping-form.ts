import { useState, type ChangeEvent } from 'react';
import { setFields, useSession } from './session.ts';
import { EMPTY_SHIPPING, shippingProblems, type ShippingChoice, type ShippingFields } from './shipping-form.ts';

type Name = keyof ShippingFields;
const isField = (name: string): name is Name => name in EMPTY_SHIPPING;

/**
 * The shipping form. What is typed lives in the session, which has to survive the store map and a reload anyway, and the
 * rules are a function of it; so nothing is left for a form library, whose 12 kB the step's budget does not have.
 */
export type ShippingForm = {
  fields: ShippingFields;
  /** of fields the buyer has left, or of all after a try */
  errors: Partial<Record<Name, string>>;
  set(changes: Partial<ShippingFields>): void;
  showAll(): void;
  /** for a field's input or select */
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
  // Another way of delivery empties fields that the buyer never left empty.
  if (asked !== choice.delivery) {
    setAsked(choice.delivery);
    setLeft(new Set());
  }
  const errors: ShippingForm['errors'] = {};
  for (const { field, message } of shippingProblems(fields, choice)) {
    if (isField(field) && (left === 'all' || left.has(field))) errors[field] ??= message;
  }
  // From the session as it is now: two changes in one turn must not undo each other.
  const set = (changes: Partial<ShippingFields>): void => setFields({ ...useSession.getState().fields, ...changes });
  return {
    fields,
    errors,
    set,
    showAll: () => setLeft('all'),
    register: (name) => ({
      name,
      value: fields[name],
      onChange: (event) => set({ [name]: event.target.value }),
      onBlur: () => setLeft((seen) => (seen === 'all' || seen.has(name) ? seen : new Set(seen).add(name))),
    }),
  };
}
