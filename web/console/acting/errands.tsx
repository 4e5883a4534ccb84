import type { CarrierAnswer, CashBlockAnswer, MemberPreview } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { Action, Fault, ReasonLine } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';
import { Mails } from './mails.tsx';
import { EffectsView } from './preview-view.tsx';

const CARRIER: Record<CarrierAnswer['outcome'], string> = {
  news: '物流回報了新的狀態',
  same: '物流沒有新的狀態',
  'no-parcel': '此訂單沒有可查詢的包裹',
  'no-answer': '物流沒有回應，請稍後再試',
};
/** Small services that decide nothing about the order. */
export function Errands({ orderNo, changed }: { orderNo: string; changed: () => void }) {
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [version, setVersion] = useState(0);
  const { data: cash } = useData<MemberPreview>(isOpen ? `orders/${orderNo}/cash-block/preview` : undefined, {}, version);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const send = <Outcome extends string>(what: string, words: Record<Outcome, string>) =>
    void run(async () => {
      setSaid('');
      const { outcome } = await command<{ outcome: Outcome }>(`orders/${orderNo}/${what}`, { reason });
      setReason('');
      setSaid(words[outcome]);
      changed();
    });
  const lift = () =>
    void run(async () => {
      setSaid('');
      const { lifted } = await command<CashBlockAnswer>(`orders/${orderNo}/cash-block`, { reason });
      setReason('');
      setVersion((before) => before + 1);
      setSaid(lifted > 0 ? `已解除：${lifted} 件未取貨包裹不再計入` : '這個電話沒有貨到付款限制');
    });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 py-2">查詢物流、重寄信件、解除貨到付款限制</summary>
      <div className="grid max-w-2xl gap-2">
        <ReasonLine hint="會連同您的帳號記錄至少五年" value={reason} set={setReason} />
        <Fault>{fault}</Fault>
        <div className="grid gap-1">
          <div>
            <Action busy={busy} line onClick={() => send('carrier', CARRIER)}>
              立即查詢物流
            </Action>
          </div>
          <p className="text-sm text-ink-2">向物流查詢包裹目前的狀態，不改變訂單。</p>
        </div>
        <div className="grid gap-1">
          <div>
            <Action busy={busy || cash?.closed !== null} line onClick={lift}>
              解除此電話的貨到付款限制
            </Action>
          </div>
          {isOpen && cash && <EffectsView preview={cash} />}
        </div>
        <output className="block">{said}</output>
        {isOpen && <Mails of={`orders/${orderNo}`} label="此訂單的信件" mayAct reason={reason} sent={() => setReason('')} />}
      </div>
    </details>
  );
}
