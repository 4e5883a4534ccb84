import type { PersonFileAnswer, PersonOutcome, PersonRequestAnswer } from '@nordhaut/contracts/support';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useMe } from '../frame.tsx';
import { call } from '../lib/api.ts';
import { useSecondFactor } from '../lib/second-factor.tsx';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, ReasonLine, Title } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';
import { Due } from './request-list.tsx';
import { KINDS, OUTCOMES, PURPOSES, STATES } from './words.ts';

/** One request: the file, or what forgetting will do and does. */
export function PersonRequestPage() {
  const { requestId = '' } = useParams();
  const { rights } = useMe();
  const [version, setVersion] = useState(0);
  const { data, error } = useData<PersonRequestAnswer>(`person-requests/${requestId}`, undefined, version);
  const status = useRef<HTMLParagraphElement>(null);
  /** The form that had the focus leaves the page; the keyboard goes on where the new state stands. */
  const changed = () => {
    setVersion((before) => before + 1);
    status.current?.focus();
  };
  if (!data)
    return (
      <div className="grid max-w-3xl gap-4">
        <Title>個資請求</Title>
        <Fault>{error}</Fault>
        {!error && <p>載入中…</p>}
      </div>
    );
  const { request, plan } = data;
  const { kind, state, who, purposes } = request;
  const isOpen = state === 'open' || state === 'waiting';
  return (
    <div className="grid max-w-3xl gap-4">
      <Title>{`個資請求：${KINDS[kind]}`}</Title>
      <p ref={status} tabIndex={-1} aria-live="polite">
        <strong>{STATES[state]}</strong>
        {isOpen && <Due at={request.dueAt} />}．{shownTime(request.askedAt)} 由{request.askedBy}登錄
        {request.settledAt !== null && `．${shownTime(request.settledAt)} 結案`}
      </p>
      <ul className="list-disc ps-6">
        {who.map((one) => (
          <li key={one}>
            {one.startsWith('會員') ? (
              one
            ) : (
              <Link to={`/orders/${one}`} className="link">
                {one}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {kind === 'ERASURE' && <p>範圍：{purposes.map((purpose) => PURPOSES[purpose]).join('、')}</p>}
      <p>原因：{request.reason ?? '（已無法顯示）'}</p>
      {request.answer && <p>答覆：{request.answer}</p>}
      <Fault>{error}</Fault>
      {kind === 'ACCESS' && state !== 'refused' && <FileOf requestId={requestId} />}
      {kind === 'ERASURE' && isOpen && (
        <>
          <Plan plan={plan} />
          {rights.includes('act') && <Forget requestId={requestId} changed={changed} />}
        </>
      )}
      {isOpen && rights.includes('act') && <Refuse requestId={requestId} changed={changed} />}
    </div>
  );
}

function FileOf({ requestId }: { requestId: string }) {
  const [file, setFile] = useState<PersonFileAnswer>();
  const { busy, fault, run } = useWork();
  const { ask, form } = useSecondFactor();
  const make = () => void run(() => ask(async () => setFile(await call<PersonFileAnswer>(`person-requests/${requestId}/file`, {}))));
  return (
    <section className="panel grid gap-3" aria-label="個資複本">
      <p className="text-sm text-ink-2">下載連結只供您本人使用，15 分鐘後失效。每次下載都會留下紀錄。</p>
      <Fault>{fault}</Fault>
      {form}
      <div hidden={form !== undefined}>
        <Action busy={busy} onClick={make}>
          產生下載連結
        </Action>
      </div>
      <output className="block">
        {file && (
          <span className="flex flex-wrap gap-x-5">
            <a className="link" href={file.page}>
              下載可閱讀的網頁
            </a>
            <a className="link" href={file.json}>
              下載 JSON
            </a>
            <span className="text-sm text-ink-2">有效至 {shownTime(file.until)}</span>
          </span>
        )}
      </output>
    </section>
  );
}

function Plan({ plan }: { plan: PersonOutcome[] }) {
  return (
    <section className="panel" aria-label="執行後的結果">
      <h2 className="font-semibold">執行後的結果</h2>
      <ul className="list-disc ps-6">
        {plan.map(({ who, kind, dueBy, waits, kept }) => (
          <li key={who}>
            {who}：{OUTCOMES[kind]}
            {waits.length > 0 && `（${waits.join('、')}）`}
            {dueBy !== null && `，期限 ${shownTime(dueBy).slice(0, 10)}`}
            {kept.length > 0 && `；保留 ${kept.join('、')}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Forget({ requestId, changed }: { requestId: string; changed: () => void }) {
  const [isSure, setIsSure] = useState(false);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const { ask, form } = useSecondFactor();
  const forget = () =>
    void run(() =>
      ask(async () => {
        await command(`person-requests/${requestId}/forget`, {});
        // A request that waits keeps the form.
        setIsSure(false);
        changed();
      }),
    );
  return (
    <section className="grid gap-3" aria-label="執行刪除">
      <label className="inline-flex min-h-11 items-center gap-2">
        <input type="checkbox" className="size-5" checked={isSure} onChange={({ target }) => setIsSure(target.checked)} />
        已閱讀上述結果，了解刪除後無法復原
      </label>
      <Fault>{fault}</Fault>
      {form}
      <div hidden={form !== undefined}>
        <Action busy={busy || !isSure} onClick={forget}>
          執行刪除
        </Action>
      </div>
    </section>
  );
}

function Refuse({ requestId, changed }: { requestId: string; changed: () => void }) {
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await command(`person-requests/${requestId}/refuse`, { reason });
      changed();
    });
  };
  return (
    <details>
      <summary className="min-h-11 py-2">拒絕這筆請求</summary>
      <form onSubmit={submit} className="grid max-w-xl gap-3" aria-label="拒絕請求">
        <ReasonLine label="告知本人的理由" value={reason} set={setReason} />
        <Fault>{fault}</Fault>
        <div>
          <Action busy={busy} line>
            拒絕
          </Action>
        </div>
      </form>
    </details>
  );
}
