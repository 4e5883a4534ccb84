import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useTimer } from './timer-store.ts';

const TimerBar = lazyPart(() => import('./timer-bar.tsx').then((module) => module.TimerBar));

/** The place of the countdown. It is there from the first paint of a checkout with a running timer, so nothing moves later. */
export function TimerPlace({ onTurn }: { onTurn: () => void }) {
  const { timer } = useTimer();
  const [ran, setRan] = useState(false);
  if (!ran && timer?.coupon && timer.endsAt > Date.now()) setRan(true);
  return ran && timer ? (
    <div className="mt-4 grid min-h-[7.25rem] wide:min-h-20">
      <Suspense>
        <TimerBar timer={timer} onTurn={onTurn} />
      </Suspense>
    </div>
  ) : null;
}
