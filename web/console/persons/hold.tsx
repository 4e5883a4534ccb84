import type { ActsAnswer } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { useSecondFactor } from '../lib/second-factor.tsx';
import { Action, Fault, Labelled, ReasonLine } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useWork } from '../lib/use-work.ts';

const HOLDS = [
  ['LEGAL_HOLD', '法律保全'],
  ['DISPUTE', '帳款爭議'],
] as const;

type Props = { orderNo: string; holds: ActsAnswer['holds']; changed: () => void };

/** Keeps an order's data from being forgotten, or lets it go. `holds`: those that stand */
export function Hold({ orderNo, holds, changed }: Props) {
  const [hold, setHold] = useState<(typeof HOLDS)[number][0]>(holds[0] ?? 'LEGAL_HOLD');
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState('');
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const { ask, form } = useSecondFactor();
  const isHeld = holds.includes(hold);
  const send = (placed: boolean) =>
    void run(() =>
      ask(async () => {
        setSaid('');
        await command(`orders/${orderNo}/holds`, { hold, placed, reason });
        setSaid(placed ? '此訂單的個資會保留到解除為止' : '已解除');
        // The button becomes its opposite: without a reason, the second click of a double click is refused.
        setReason('');
        changed();
      }),
    );
  return (
    <details>
      <summary className="min-h-11 py-2">暫停刪除個資</summary>
      {form}
      <div hidden={form !== undefined}>
        <div className="grid max-w-2xl gap-2">
          <Labelled label="依據">
            {(control) => (
              <select {...control} className="input" value={hold} onChange={({ target }) => setHold(target.value as typeof hold)}>
                {HOLDS.map(([code, label]) => (
                  <option key={code} value={code}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <ReasonLine hint="會連同您的帳號記錄在訂單歷程" value={reason} set={setReason} />
          <Fault>{fault}</Fault>
          <div className="flex flex-wrap gap-3">
            <Action busy={busy} line onClick={() => send(!isHeld)}>
              {isHeld ? '解除' : '暫停刪除'}
            </Action>
          </div>
        </div>
      </div>
      <output className="block">{said}</output>
    </details>
  );
}
