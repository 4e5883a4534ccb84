import type { ShippingProblem } from './shipping-form.ts';

/** Ids that the error list links to. */
export const fieldId = (field: ShippingProblem['field'] | 'zip'): string => `ship-${field}`;
export const payFieldId = (field: string): string => `pay-${field}`;
