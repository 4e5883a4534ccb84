import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { askedStep, type PageStep, shownStep, stepPath } from '../../features/checkout/flow.ts';
import { useSession } from '../../features/checkout/session.ts';
import { focusHeading } from '../../lib/focus.ts';
import { toast } from '../../lib/stores/toasts.ts';

/**
 * The step to show. A URL with another step is corrected, and a message gives the reason, except after an order of this
 * tab: its steps are then empty. `busy`: an order is being sent, and its outcome decides the next page.
 */
export function useStep(facts: Parameters<typeof shownStep>[1], busy: boolean): PageStep {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const finished = useSession((session) => session.finished === true);
  const asked = askedStep(search);
  const { step, refusal } = shownStep(asked, facts);
  const fits = asked === step && !search.has('fromcvs');
  useEffect(() => {
    if (fits || busy) return;
    if (refusal && !finished) toast(refusal, 'error');
    // A corrected step begins at the top of the page.
    void navigate(stepPath(step), { replace: true, preventScrollReset: refusal === undefined });
  }, [fits, busy, finished, navigate, refusal, step]);

  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // A failure panel, which answers the buyer's click, already has the focus.
    if (!document.activeElement?.closest('main [role=alert]')) focusHeading();
  }, [step]);
  return step;
}
