import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useMember } from '../../lib/stores/member.ts';
import { Clauses } from '../../ui/clauses.tsx';
import { REMIND_AT } from './timer.ts';
import { refreshTimer, useTimer } from './timer-store.ts';

const TimerBar = lazyPart(() => import('./timer-bar.tsx').then((module) => module.TimerBar));

/**
 * The place of the countdown. It is there from the first paint of a checkout with a running timer, so nothing moves later.
 * The bar's code is loaded when the reminder is due.
 */
export function TimerPlace({ onTurn }: { onTurn: () => void }) {
  const { timer, ran } = useTimer();
  const [due, setDue] = useState(false);
  const endsAt = timer?.endsAt;
  // A sign-in ends the timer of a guest, and a guest has none of the member who left.
  const account = useMember(({ status, member }) => (status === 'unknown' ? undefined : (member?.user_uid ?? '')));
  const known = useRef(account);
  useEffect(() => {
    if (known.current !== undefined && known.current !== account) void refreshTimer();
    known.current = account;
  }, [account]);
  useEffect(() => {
    if (endsAt === undefined || due) return;
    const timeout = setTimeout(() => setDue(true), endsAt - REMIND_AT - Date.now());
    return () => clearTimeout(timeout);
  }, [endsAt, due]);
  if (!ran || !timer) return null;
  const quiet = (
    <p className="self-center rounded-3 border border-line bg-surface px-4 py-3 text-ink-2">
      <Clauses of="結帳倒數已開始，填寫的資料會保留在這一頁。" />
    </p>
  );
  return (
    <div className="mt-4 grid min-h-[7.25rem] wide:min-h-20">
      <Suspense fallback={quiet}>{due ? <TimerBar timer={timer} onTurn={onTurn} /> : quiet}</Suspense>
    </div>
  );
}
