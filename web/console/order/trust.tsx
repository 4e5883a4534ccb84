import type { VerifyAnswer } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useMe } from '../frame.tsx';
import { call, download } from '../lib/api.ts';
import { useSecondFactor } from '../lib/second-factor.tsx';
import { shownTime } from '../lib/times.ts';
import { Action, Fault } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';
import { EvidencePack } from './evidence-pack.tsx';

const said = ({ ok, events, fault, checkpoint }: VerifyAnswer): string => {
  if (!ok) return `紀錄已遭更動：版本 ${fault?.revision} 起不符（${fault?.reason}）`;
  const covered = checkpoint ? `簽章檢查點（${shownTime(checkpoint.writtenAt)}）已涵蓋其中 ${checkpoint.covered} 筆` : '尚無簽章檢查點';
  return `訂單本身的 ${events} 筆事件的雜湊鏈完整；${covered}`;
};

const FILES = { ndjson: '匯出事件（NDJSON）', csv: '匯出清單（CSV）' } as const;

/** Whether the history is as it was written, its events as a file, and the evidence pack. */
export function Trust({ orderNo }: { orderNo: string }) {
  const [verified, setVerified] = useState<VerifyAnswer>();
  const { busy, fault, run } = useWork();
  const { rights } = useMe();
  const { ask, form } = useSecondFactor();
  const save = (format: keyof typeof FILES) =>
    void run(() => ask(() => download(`orders/${orderNo}/export?format=${format}`, `${orderNo}.${format}`)));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Action busy={busy} line onClick={() => void run(async () => setVerified(await call<VerifyAnswer>(`orders/${orderNo}/verify`)))}>
        檢查紀錄
      </Action>
      {rights.includes('reveal') &&
        (['ndjson', 'csv'] as const).map((format) => (
          <button key={format} type="button" className="link" onClick={() => save(format)}>
            {FILES[format]}
          </button>
        ))}
      {rights.includes('administer') && (
        <Link className="link" to={`/views?order=${orderNo}`}>
          誰看過此訂單
        </Link>
      )}
      <output className="block">{verified && said(verified)}</output>
      <Fault>{fault}</Fault>
      {form}
      {rights.includes('reveal') && <EvidencePack orderNo={orderNo} />}
    </div>
  );
}
