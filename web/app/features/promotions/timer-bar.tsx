import { Timer as TimerIcon } from 'lucide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { focusOn } from '../../lib/focus.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Clauses } from '../../ui/clauses.tsx';
import { Icon } from '../../ui/icon.tsx';
import { clockOf, minutesToSay, phaseOf, type Timer, type TimerPhase } from './timer.ts';
import { extendTimer, refreshTimer } from './timer-store.ts';

const TITLE = 'timer-title';
const PROMISE = '於倒數結束前完成結帳，折扣會自動套用。';
const textsOf = (coupon = ''): Readonly<Record<TimerPhase, { title: string; detail: string }>> => ({
  quiet: { title: '結帳倒數', detail: '資料會保留在這一頁，請放心填寫。' },
  reminder: { title: coupon, detail: PROMISE },
  last: { title: coupon, detail: PROMISE },
  over: { title: '限時優惠已結束', detail: '仍可繼續結帳，金額已更新。' },
});

/** The countdown with its reminder and its extension. `onTurn`: the price changes with the timer, so the page asks for it. */
export function TimerBar({ timer, onTurn }: { timer: Timer; onTurn: () => void }) {
  const [now, setNow] = useState(Date.now);
  const [busy, setBusy] = useState(false);
  const left = timer.endsAt - now;
  const phase = phaseOf(timer, now);
  const before = useRef(left);
  // The page's price is from before the bar.
  const known = useRef<TimerPhase>('quiet');

  useEffect(() => {
    const tick = () => setNow(Date.now());
    const look = () => {
      tick();
      if (document.visibilityState === 'visible') void refreshTimer();
    };
    const ticking = setInterval(tick, 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(ticking);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const turned = useEffectEvent(onTurn);
  useEffect(() => {
    const minutes = minutesToSay(before.current, left);
    before.current = left;
    if (minutes !== undefined) announce(`距離限時優惠結束還有 ${minutes} 分鐘`);
  }, [left]);
  useEffect(() => {
    if (known.current === phase) return;
    known.current = phase;
    if (phase === 'over') announce(Object.values(textsOf().over).join('，'));
    turned();
  }, [phase]);

  async function extend(): Promise<void> {
    setBusy(true);
    const result = await extendTimer();
    setBusy(false);
    setNow(Date.now());
    if (!result.ok) return toast(result.message, 'error');
    toast('倒數已重新計時為 5 分鐘', 'ok');
    // The button is offered once.
    focusOn(TITLE);
  }
  const { title, detail } = textsOf(timer.coupon)[phase];
  const promises = phase === 'reminder' || phase === 'last';
  const offered = phase === 'last' && !timer.extended;
  return (
    <section
      aria-label="結帳倒數"
      className={`flex items-center gap-x-4 rounded-3 border px-4 py-2 ${promises ? 'border-amber bg-amber-soft' : 'border-line bg-surface'}`}
    >
      <Icon of={TimerIcon} size={24} className={`shrink-0 max-wide:hidden ${promises ? 'text-amber' : 'text-ink-3'}`} />
      <p className="num min-w-0 grow leading-snug">
        <strong id={TITLE} className="block">
          {title}
        </strong>
        <span className="text-sm text-ink-2">
          <Clauses of={detail} />
        </span>
      </p>
      <div className="flex shrink-0 flex-col items-end gap-x-4 gap-y-1 wide:flex-row wide:items-center">
        {phase !== 'over' && (
          <span role="timer" aria-live="off" className="num text-xl leading-tight font-semibold">
            {clockOf(left)}
          </span>
        )}
        {/* It has its place before it is offered, so that nothing moves. */}
        <Button
          look="line"
          busy={busy}
          busyText="延長中…"
          className={`min-w-28 px-3! ${offered ? '' : 'invisible'}`}
          onClick={() => void extend()}
        >
          延長時間
        </Button>
      </div>
    </section>
  );
}
