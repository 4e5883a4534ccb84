import type { DefineCouponsAnswer, SupportCoupons } from '@nordhaut/contracts/support';
import { type FormEvent, useState } from 'react';
import { call } from '../lib/api.ts';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

type Listed = SupportCoupons['coupons'][number];
const CHANGES = { new: '新增', changed: '變更', unchanged: '沒有變更' };

/** All coupons, for administrators: defined with the importer's validation, and ended for good. */
export function Coupons() {
  const [version, setVersion] = useState(0);
  const { data, error } = useData<SupportCoupons>('coupons', undefined, version);
  const [text, setText] = useState('');
  const changed = () => setVersion((before) => before + 1);
  return (
    <div className="grid gap-4">
      <Title>優惠券</Title>
      <Fault>{error}</Fault>
      <Define text={text} setText={setText} changed={changed} />
      <ul className="grid gap-2">
        {data?.coupons.map((coupon) => (
          <Row key={coupon.couponId} coupon={coupon} changed={changed} edit={() => setText(JSON.stringify(coupon.definition, null, 2))} />
        ))}
      </ul>
    </div>
  );
}

type DefineProps = { text: string; setText: (text: string) => void; changed: () => void };

function Define({ text, setText, changed }: DefineProps) {
  const [reason, setReason] = useState('');
  const [answer, setAnswer] = useState<{ of: string; dryRun: boolean } & DefineCouponsAnswer>();
  const { busy, fault, run } = useWork();
  const [unreadable, setUnreadable] = useState<string>();
  const isChecked = answer?.of === text && answer.faults.length === 0;
  const send = (dryRun: boolean) =>
    void run(async () => {
      setUnreadable(undefined);
      let read: unknown;
      try {
        read = JSON.parse(text);
      } catch {
        return setUnreadable('內容不是正確的 JSON');
      }
      const coupons = Array.isArray(read) ? read : [read];
      const made = await call<DefineCouponsAnswer>('coupons', { coupons, dryRun, reason });
      setAnswer({ ...made, of: text, dryRun });
      if (!dryRun) changed();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(true);
  };
  return (
    <form onSubmit={submit} className="panel grid gap-3" aria-label="設定優惠券">
      <Labelled label="優惠券內容（JSON）" hint="一張或一份清單，欄位與匯入檔相同；先檢查，無誤後才能儲存">
        {(control) => (
          <textarea
            {...control}
            className="input font-mono"
            rows={10}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Labelled>
      <Labelled label="原因" hint="會連同您的帳號記錄五年">
        {(control) => (
          <input {...control} className="input" maxLength={300} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Labelled>
      <Fault>{unreadable ?? fault}</Fault>
      <output className="block">
        {answer && (
          <ul className="list-disc ps-6">
            {answer.faults.map((line) => (
              <li key={line} className="text-danger">
                {line}
              </li>
            ))}
            {answer.changes.map(({ uid, change }) => (
              <li key={uid}>
                {uid}：{answer.dryRun ? '將' : '已'}
                {CHANGES[change]}
              </li>
            ))}
          </ul>
        )}
      </output>
      <div className="flex flex-wrap gap-3">
        <Action busy={busy} line>
          檢查
        </Action>
        <Action busy={busy || !isChecked} onClick={() => send(false)}>
          儲存
        </Action>
      </div>
    </form>
  );
}

function Row({ coupon, edit, changed }: { coupon: Listed; edit: () => void; changed: () => void }) {
  const { couponId, uid, name, endedAt, reserved, redeemed } = coupon;
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useWork();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await call(`coupons/${couponId}/end`, { reason }, undefined, crypto.randomUUID());
      changed();
    });
  };
  return (
    <li className="panel">
      <p>
        <strong>{uid}</strong> {name}（使用中 {reserved}、已使用 {redeemed}）{endedAt && `；已於 ${shownTime(endedAt)} 結束`}
      </p>
      {!endedAt && (
        <>
          <button type="button" className="link" onClick={edit}>
            編輯 {uid}
          </button>
          <details>
            <summary className="min-h-11 py-2">結束這張優惠券</summary>
            <form onSubmit={submit} className="grid max-w-sm gap-3">
              <Labelled label="結束原因" hint="結束後無法恢復；已下單的訂單不受影響">
                {(control) => (
                  <input {...control} className="input" maxLength={300} value={reason} onChange={({ target }) => setReason(target.value)} />
                )}
              </Labelled>
              <Fault>{fault}</Fault>
              <Action busy={busy} line>
                結束
              </Action>
            </form>
          </details>
        </>
      )}
    </li>
  );
}
