import { formatMoney } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { Field } from '../../ui/field.tsx';
import { useSession } from '../checkout/session.ts';
import { creditOf } from './choices.ts';
import { useBalance } from './use-balance.ts';

/** ms after the last key until the amount is applied (spec/3-purchase-flow §5) */
const APPLY_AFTER = 500;

/**
 * Shopping credit: the amount to use, without leading zeros, between 0 and the balance. `used`: NT$ that the price has
 * taken, which is less where less is due. After a reload the field shows what was applied.
 */
export function CreditField({ used }: { used: number | undefined }) {
  const applied = useSession((session) => session.credit);
  const balance = useBalance();
  const [text, setText] = useState(String(applied));
  const [known, setKnown] = useState(applied);
  // Changed outside, for example by a sign-out.
  if (known !== applied) {
    setKnown(applied);
    setText(String(applied));
  }
  const typed = text === '' ? 0 : Number(text);

  /** the amount that is not applied yet */
  const pending = useRef<number>(undefined);
  useEffect(() => {
    pending.current = typed === applied ? undefined : typed;
    if (typed === applied) return;
    const timer = setTimeout(() => useSession.setState({ credit: typed }), APPLY_AFTER);
    return () => clearTimeout(timer);
  }, [typed, applied]);
  // Who goes on to the next step at once has typed it too.
  useEffect(
    () => () => {
      if (pending.current !== undefined) useSession.setState({ credit: pending.current });
    },
    [],
  );
  useEffect(() => {
    // The balance may have shrunk, in another tab or at a grant's end.
    if (balance === undefined || applied <= balance) return;
    useSession.setState({ credit: balance });
    announce(`購物金餘額為 ${formatMoney(balance)}，已調整使用金額`);
  }, [applied, balance]);

  const nothing = balance === 0;
  const less = used !== undefined && applied > used && typed === applied;
  return (
    <div className="min-h-[7.75rem] border-t border-line pt-4">
      <div className="flex items-start gap-x-3">
        <Field
          label="購物金"
          required
          className="min-w-0 grow"
          hint={
            <span className="num">
              {balance === undefined ? '\u00a0' : `可用餘額 ${formatMoney(balance)}${less ? `，本次最多折抵 ${formatMoney(used)}` : ''}`}
            </span>
          }
        >
          {(control) => (
            <input
              {...control}
              aria-required={undefined}
              className="input num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              disabled={balance === undefined || nothing}
              value={text}
              onFocus={(event) => event.currentTarget.select()}
              onChange={({ currentTarget: { value } }) => setText(value === '' ? '' : String(creditOf(value, balance ?? 0)))}
              onBlur={() => setText(String(typed))}
            />
          )}
        </Field>
        <button
          type="button"
          className="btn btn-line mt-8 shrink-0 px-4!"
          aria-disabled={!balance || typed === balance || undefined}
          onClick={() => balance && setText(String(balance))}
        >
          全部折抵
        </button>
      </div>
    </div>
  );
}
