import type { MemberCreditAct, MemberCreditAnswer, MemberCreditDone, MemberPreview } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Choice, Whole, Reason } from '../acting/fields.tsx';
import { MailsWithReason } from '../acting/mails.tsx';
import { EffectsView } from '../acting/preview-view.tsx';
import { money } from '../acting/words.ts';
import { useMe } from '../frame.tsx';
import { call, isUncertain } from '../lib/api.ts';
import { shownTime } from '../lib/times.ts';
import { Action, Fault } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useFound } from '../lib/use-found.ts';
import { useWork } from '../lib/use-work.ts';
import { FindMember } from './find-member.tsx';

type Give = Extract<MemberCreditAct, { type: 'give' }>;
const CAUSES: Record<Give['cause'], string> = { APOLOGY: '致歉', BIRTHDAY: '生日祝福', THANKS: '感謝', OTHER: '其他' };
/** NT$ of one grant; the server has the same limit */
const MOST = 10_000;

/** Shopping credit that no order caused. */
export function MemberCredit() {
  return (
    <section className="grid gap-4" aria-labelledby="member-credit">
      <h2 id="member-credit" className="text-lg">
        購物金與信件
      </h2>
      <p className="text-sm text-ink-2">
        非因訂單贈送的購物金，例如致歉或生日祝福，以及寄給會員的信件。因訂單贈送或寄出的，請在該訂單處理。會員的邀請碼在會員中心的「會員資料」。
      </p>
      <FindMember>{(code, isAsked) => <OfMember code={code} isAsked={isAsked} />}</FindMember>
    </section>
  );
}

/** `isAsked`: the form asked for the member, so what it found has the focus. */
function OfMember({ code, isAsked }: { code: string; isAsked: boolean }) {
  const { rights } = useMe();
  const mayAct = rights.includes('refund');
  const path = `members/${encodeURIComponent(code)}/credit`;
  const [version, setVersion] = useState(0);
  const { data, error } = useData<MemberCreditAnswer>(path, undefined, version);
  const [act, setAct] = useState<{ name: string; act: MemberCreditAct }>();
  const [said, setSaid] = useState('');
  const outcome = useRef<HTMLOutputElement>(null);
  const found = useFound(isAsked && data !== undefined);
  if (!data) return <Fault>{error}</Fault>;
  const close = (): void => {
    setAct(undefined);
    // The form had the focus; the keyboard goes on where it was.
    outcome.current?.focus();
  };
  const done = ({ outcome: what }: MemberCreditDone): void => {
    setSaid(what === 'proposed' ? '已送出，等待另一位同仁覆核' : '已完成');
    setVersion(version + 1);
    close();
  };
  const button = (label: string, next: MemberCreditAct) => (
    <button type="button" className="btn btn-line" onClick={() => setAct({ name: label, act: next })}>
      {label}
    </button>
  );
  const { proposal } = data;
  return (
    <section ref={found} tabIndex={-1} className="grid gap-3" aria-label="這位會員">
      <p className="flex flex-wrap items-center gap-x-6">
        <span>
          可用的購物金 <strong>{money(data.available)}</strong>
        </span>
        <Link to="/" state={{ q: code }} className="link">
          此會員的訂單
        </Link>
        {rights.includes('administer') && (
          <Link to={`/views?member=${encodeURIComponent(code)}`} className="link">
            誰看過此會員的資料
          </Link>
        )}
      </p>
      {proposal && (
        <div className="panel flex flex-wrap items-center gap-3">
          <p>
            待覆核：{money(proposal.amount)}（{proposal.cause}），由{proposal.by}提出{mayAct && `：${proposal.reason ?? '（已刪除）'}`}
          </p>
          {mayAct && !proposal.isOwn && button('同意贈送', { type: 'judge', proposalId: proposal.proposalId, verdict: 'approve' })}
          {mayAct && button(proposal.isOwn ? '撤回提案' : '不同意', { type: 'judge', proposalId: proposal.proposalId, verdict: 'decline' })}
        </div>
      )}
      <ul className="grid gap-2" aria-label="客服贈送的購物金">
        {data.grants.length === 0 && <li>客服未曾贈送非訂單的購物金。</li>}
        {data.grants.map(({ grantId, at, amount, left, cause, endsAt, takenBack }) => (
          <li key={grantId} className="panel flex flex-wrap items-center justify-between gap-2">
            {shownTime(at)} {money(amount)}（{cause}）{takenBack ? '，已收回' : `，尚餘 ${money(left)}，使用期限 ${shownTime(endsAt)}`}
            {mayAct && !takenBack && button(`收回 ${money(amount)}（${cause}）`, { type: 'take-back', grantId })}
          </li>
        ))}
      </ul>
      {mayAct && !act && <div>{button('贈送購物金', { type: 'give', amount: 50, cause: 'APOLOGY' })}</div>}
      <output ref={outcome} tabIndex={-1} className="block">
        {said}
      </output>
      {act && <ActForm path={path} name={act.name} begun={act.act} key={JSON.stringify(act)} done={done} close={close} />}
      <History history={data.history} />
      <h3 className="mt-3 text-lg">會員信件</h3>
      <MailsWithReason of={`members/${encodeURIComponent(code)}`} label="這位會員的信件" mayAct={rights.includes('act')} />
    </section>
  );
}

type FormProps = { path: string; name: string; begun: MemberCreditAct; done: (answer: MemberCreditDone) => void; close: () => void };

function ActForm({ path, name, begun, done, close }: FormProps) {
  const [act, setAct] = useState(begun);
  const [reason, setReason] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { data: preview, error } = useData<MemberPreview>(`${path}/preview`, { act });
  const { busy, fault, run } = useWork();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form opens below the list, and its button may leave the page.
  useEffect(() => heading.current?.focus(), []);
  const edit = (next: MemberCreditAct): void => {
    setAct(next);
    setKey(crypto.randomUUID());
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      try {
        done(await call<MemberCreditDone>(path, { act, reason }, undefined, key));
      } catch (failure) {
        // With another key, a repeat after a lost answer would give the credit twice.
        if (!isUncertain(failure)) setKey(crypto.randomUUID());
        throw failure;
      }
    });
  };
  return (
    <form onSubmit={send} className="panel grid max-w-2xl gap-3" aria-label="購物金">
      <h3 ref={heading} tabIndex={-1}>
        {name}
      </h3>
      {act.type === 'give' && (
        <>
          <Whole
            label="購物金金額（NT$）"
            hint={`最多 ${money(MOST)}；會員可使用 365 日`}
            max={MOST}
            value={act.amount}
            set={(amount) => edit({ ...act, amount: Math.min(MOST, Math.max(1, amount)) })}
          />
          <Choice label="贈送原因（記在歷程）" options={CAUSES} value={act.cause} choose={(cause) => edit({ ...act, cause })} />
        </>
      )}
      <div aria-live="polite">{preview && <EffectsView preview={preview} />}</div>
      <Reason
        label="說明"
        hint="只記在檢視紀錄，加密保存至少五年；須覆核時，覆核的同仁也看得到"
        value={reason}
        set={(value) => {
          setReason(value);
          setKey(crypto.randomUUID());
        }}
      />
      <Fault>{fault ?? error}</Fault>
      <div className="flex flex-wrap gap-3">
        <Action busy={busy || preview?.closed !== null}>確認送出</Action>
        <button type="button" className="btn btn-line" onClick={close}>
          關閉
        </button>
      </div>
    </form>
  );
}

function History({ history }: Pick<MemberCreditAnswer, 'history'>) {
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="credit-history">
      <h3 id="credit-history" className="text-lg">
        歷程
      </h3>
      <ul className="grid gap-1">
        {history.map(({ at, by, sentence }) => (
          <li key={at + sentence}>
            {shownTime(at)} {by}：{sentence}
          </li>
        ))}
      </ul>
    </section>
  );
}
