import type { PackAnswer, PackPurpose } from '@nordhaut/contracts/support';
import { type FormEvent, useState } from 'react';
import { call } from '../lib/api.ts';
import { useSecondFactor } from '../lib/second-factor.tsx';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, Labelled, ReasonLine } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';

const PURPOSES: Record<PackPurpose, string> = {
  HISTORY: '訂單歷程（個資遮罩）',
  CARD_DISPUTE: '信用卡爭議（含收件人、3D 驗證、配送掃描、信件與條款）',
};

/** A link to the order's evidence pack, for a purpose and a reason. */
export function EvidencePack({ orderNo }: { orderNo: string }) {
  const [purpose, setPurpose] = useState<PackPurpose>('HISTORY');
  const [reason, setReason] = useState('');
  const [pack, setPack] = useState<PackAnswer>();
  const { busy, fault, run } = useWork();
  const { ask, form } = useSecondFactor();
  const make = (event: FormEvent) => {
    event.preventDefault();
    void run(() =>
      ask(async () => {
        setPack(await call<PackAnswer>(`orders/${orderNo}/evidence`, { purpose, reason }));
        setReason('');
      }),
    );
  };
  return (
    <details className="w-full">
      <summary className="min-h-11 py-2">證據包（ZIP）</summary>
      <section className="panel grid max-w-xl gap-3" aria-label="證據包">
        <p className="text-sm text-ink-2">
          內含可閱讀的頁面、原始事件、簽章檢查點與離線檢查程式。連結只供您本人使用，15 分鐘後失效；產生與下載都會連同原因留下紀錄。
        </p>
        {form}
        <div hidden={form !== undefined}>
          <form onSubmit={make} className="grid gap-3" aria-label="產生證據包">
            <Labelled label="用途">
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={purpose}
                  onChange={({ target }) => setPurpose(target.value === 'CARD_DISPUTE' ? 'CARD_DISPUTE' : 'HISTORY')}
                >
                  {Object.entries(PURPOSES).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
            <ReasonLine value={reason} set={setReason} />
            <Fault>{fault}</Fault>
            <div>
              <Action busy={busy} line>
                產生證據包
              </Action>
            </div>
          </form>
        </div>
        <output className="block">
          {pack && (
            <>
              <a className="link" href={pack.path}>
                下載證據包
              </a>
              <span className="ms-3 text-sm text-ink-2">有效至 {shownTime(pack.until)}</span>
            </>
          )}
        </output>
      </section>
    </details>
  );
}
