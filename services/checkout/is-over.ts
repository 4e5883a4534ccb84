import type { CheckoutDeps } from './deps.ts';

/** Whether `ms` have passed since the time `since`, ISO. */
export const isOver = ({ clock }: Pick<CheckoutDeps, 'clock'>, since: string, ms: number): boolean =>
  clock().getTime() - Date.parse(since) >= ms;
