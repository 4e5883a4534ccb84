import type { NextStep as Step } from '@nordhaut/contracts/support';
import { WithOrders } from './ui.tsx';

/** The next step: what, until when, and that nobody here has to do it. The order's page and the work lists show the same sentence. */
export function NextStep({ step: { what, until, dueAt, turn }, now, own }: { step: Step; now: string; own: string }) {
  const isOverdue = turn === 'support' && dueAt !== null && dueAt < now;
  return (
    <>
      <WithOrders text={what} own={own} />
      <span className={isOverdue ? 'font-semibold text-danger' : ''}>
        ，{isOverdue && '已逾期，'}
        {until}
      </span>
      {turn !== 'support' && <span>，您無須處理</span>}
    </>
  );
}
