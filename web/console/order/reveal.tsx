import type { RevealAnswer } from '@nordhaut/contracts/support';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../lib/api.ts';
import { Action, Fault, Labelled } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';

/** Personal data, for a typed reason. It stays in this page only. `show`: receives the texts of the mails; undefined: hide them. */
export function Reveal({ orderNo, show }: { orderNo: string; show: (mails: RevealAnswer['mails'] | undefined) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  const [fields, setFields] = useState<RevealAnswer['fields']>();
  const { busy, fault, run } = useWork();
  const reveal = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const revealed = await call<RevealAnswer>(`orders/${orderNo}/reveal`, { reason });
      setFields(revealed.fields);
      show(revealed.mails);
      dialog.current?.close();
    });
  };
  const hide = (): void => {
    setFields(undefined);
    show(undefined);
  };
  if (fields)
    return (
      <section className="panel" aria-label="個人資料">
        <dl className="num grid grid-cols-[auto_1fr] gap-x-4 text-sm">
          {fields.map(({ label, value }) => (
            <div key={`${label} ${value}`} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {fields.length === 0 && <p>此訂單沒有保存中的個人資料。</p>}
        <button type="button" className="link" onClick={hide}>
          隱藏個人資料
        </button>
      </section>
    );
  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => dialog.current?.showModal()}>
        顯示個人資料
      </button>
      <dialog ref={dialog} aria-labelledby="reveal-title" className="m-auto w-full max-w-md rounded-3 bg-surface p-5 backdrop:bg-ink/40">
        <form onSubmit={reveal} className="grid gap-3">
          <h2 id="reveal-title" className="text-lg">
            顯示個人資料
          </h2>
          <p>這次檢視會連同您的帳號與原因記錄五年。</p>
          <Labelled label="原因">
            {(control) => (
              <textarea
                {...control}
                className="input"
                rows={3}
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Labelled>
          <Fault>{fault}</Fault>
          <div className="flex flex-wrap gap-3">
            <Action busy={busy}>顯示</Action>
            <button type="button" className="btn btn-line" onClick={() => dialog.current?.close()}>
              取消
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
