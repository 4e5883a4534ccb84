import { isTyped } from '../../lib/typed-fields.ts';

/** The names under which the page keeps what a member typed into the form of a return. */
export const typedReturn = (orderNo: string) => ({ fields: `return-${orderNo}`, sender: `return-sender-${orderNo}` });

export const isReturnTyped = (orderNo: string): boolean => Object.values(typedReturn(orderNo)).some(isTyped);
