import type { WorkLists, WorkRow, WorkRows } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useHref, useLocation, useNavigate, useParams } from 'react-router-dom';
import { Reason } from '../acting/fields.tsx';
import { MailsWithReason } from '../acting/mails.tsx';
import { useMe } from '../frame.tsx';
import { afterActs } from '../lib/api.ts';
import { NextStep } from '../lib/next-step.tsx';
import { duration } from '../lib/times.ts';
import { Action, Fault, Title } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

/** The lists of what waits for support, and the rows of one of them. Without a name in the address: the first list with work to do. */
export function Work() {
  const { list } = useParams();
  const [version, setVersion] = useState(0);
  const [last, setLast] = useState<{ of: string | undefined; title: string }>();
  const [unfolded, setUnfolded] = useState(false);
  const outcome = useRef<HTMLOutputElement>(null);
  const changed = (): void => setVersion((before) => before + 1);
  /** The row leaves the list, and with it the button that had the focus; the keyboard goes on before the list. */
  const isDone = (title: string): void => {
    setLast({ of: list, title });
    outcome.current?.focus();
  };
  const { data: lists, error } = useData<WorkLists>(afterActs('work'), undefined, version);
  const { data: rows, error: fault } = useData<WorkRows>(list && afterActs(`work/${list}`), undefined, version);
  const ours = rows?.rows.filter(({ turn }) => turn === 'support') ?? [];
  const waiting = rows?.rows.filter(({ turn }) => turn !== 'support') ?? [];
  /** On a phone, the names of all empty lists would push the rows off the screen. */
  const isEmpty = (key: string): boolean => {
    const { count = 0, waiting: others = 0 } = lists?.lists.find((one) => one.key === key) ?? {};
    return key !== list && count + others === 0;
  };
  const first = list === undefined ? (lists?.lists.find(({ count }) => count > 0) ?? lists?.lists[0])?.key : undefined;
  const navigate = useNavigate();
  const here = useHref(useLocation().pathname);
  useEffect(() => {
    // Who has just followed another link, which the page does not show yet, is not taken back.
    if (first !== undefined && window.location.pathname === here) void navigate(`/tasks/${first}`, { replace: true });
  }, [first, here, navigate]);
  return (
    <div className="grid gap-4">
      <Title>工作清單</Title>
      <Fault>{error ?? fault}</Fault>
      <nav aria-label="清單" className="flex flex-wrap gap-2">
        {lists?.lists.map(({ key, title, count, overdue, waiting }) => (
          <Link
            key={key}
            to={`/tasks/${key}`}
            className={`tab ${count === 0 ? 'tab-quiet' : ''} ${isEmpty(key) && !unfolded ? 'max-wide:hidden' : ''}`}
            aria-current={key === list ? 'page' : undefined}
          >
            {title}（{count}
            {overdue > 0 && `，逾期 ${overdue}`}
            {waiting > 0 && `，等待中 ${waiting}`}）
          </Link>
        ))}
        {lists?.lists.some(({ key }) => isEmpty(key)) && (
          <button type="button" className="link wide:hidden" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            沒有項目的清單
          </button>
        )}
      </nav>
      {rows && list !== undefined && (
        <section aria-label={rows.title} className="grid gap-2">
          <div className="flex flex-wrap items-baseline gap-4">
            <h2 className="text-lg">{rows.title}</h2>
            <button type="button" className="link" onClick={changed}>
              重新整理
            </button>
          </div>
          <output ref={outcome} tabIndex={-1} className="block">
            {last && last.of === list && `已標示完成：${last.title}`}
          </output>
          {ours.length === 0 && <p>目前沒有待處理的項目。</p>}
          <ul className="grid gap-2">
            {ours.map((row) => (
              <Row key={`${row.item} ${row.since}`} list={list} row={row} rows={rows} changed={changed} isDone={isDone} />
            ))}
          </ul>
          {waiting.length > 0 && (
            <section aria-label="等待中，無須處理" className="mt-2 grid gap-1 text-ink-2">
              <h3>等待中，無須處理（{waiting.length}）</h3>
              <ul className="grid gap-1">
                {waiting.map((row) => (
                  <WaitingRow key={`${row.item} ${row.since}`} row={row} />
                ))}
              </ul>
            </section>
          )}
        </section>
      )}
    </div>
  );
}

/** An order's page leads to its row. */
function useMeant(item: string) {
  const isMeant = useLocation().hash === `#${item}`;
  const self = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMeant) self.current?.focus();
  }, [isMeant]);
  return { isMeant, self };
}

function WaitingRow({ row }: { row: WorkRow }) {
  const { isMeant, self } = useMeant(row.item);
  return (
    <li ref={self} tabIndex={-1} className={`flex flex-wrap items-center gap-x-4 ${isMeant ? 'border-s-4 border-brand ps-2' : ''}`}>
      <About row={row} />
    </li>
  );
}

/** What a row is about, its next step, and how long it has waited. */
function About({ row }: { row: WorkRow }) {
  const { item, title, page, since } = row;
  const [now] = useState(() => new Date().toISOString());
  return (
    <>
      <Link className="link" to={page}>
        {title}
      </Link>
      <span>
        <NextStep step={row} now={now} own={item} />
      </span>
      <span>已等待 {duration(since, now)}</span>
    </>
  );
}

type RowProps = {
  list: string;
  row: WorkRow;
  rows: Pick<WorkRows, 'byHand' | 'asksReason'>;
  changed: () => void;
  isDone: (title: string) => void;
};

function Row({ list, row, rows: { byHand, asksReason }, changed, isDone }: RowProps) {
  const { item, title, since, owner, mailsOf } = row;
  const { rights } = useMe();
  const { busy, fault, run } = useWork();
  const { isMeant, self } = useMeant(item);
  const [mails, setMails] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const command = useCommand();
  const move = (kind: 'take' | 'give-back' | 'done', reason?: string) =>
    void run(async () => {
      await command(`work/${list}/${item}`, { move: kind, since, reason }).finally(changed);
      setIsAsked(false);
      if (kind === 'done') isDone(title);
      // The button of the move gives way to others.
      else self.current?.focus();
    });
  const mayAct = rights.includes('act');
  return (
    <li ref={self} tabIndex={-1} className={`panel grid gap-2 ${isMeant ? 'border-brand' : ''}`}>
      <p className="flex flex-wrap items-center gap-x-4">
        <About row={row} />
        <span>{owner ? `處理人：${owner.name}` : '尚無同仁接手'}</span>
      </p>
      <Fault>{fault}</Fault>
      {mayAct && (
        <div className="flex flex-wrap gap-3">
          {!owner && (
            <Action busy={busy} line onClick={() => move('take')}>
              由我處理
            </Action>
          )}
          {owner?.isOneself && (
            <Action busy={busy} line onClick={() => move('give-back')}>
              交還
            </Action>
          )}
          {byHand && (!owner || owner.isOneself) && (
            <Action busy={busy} line onClick={() => (asksReason ? setIsAsked(true) : move('done'))}>
              標示完成
            </Action>
          )}
        </div>
      )}
      {isAsked && <DoneForm busy={busy} done={(reason) => move('done', reason)} close={() => (setIsAsked(false), self.current?.focus())} />}
      {mayAct && mailsOf && (
        <details className="print:hidden" onToggle={({ currentTarget }) => setMails(currentTarget.open)}>
          <summary className="min-h-11 py-2">重寄信件</summary>
          {mails && <MailsWithReason of={mailsOf} label={`${title} 的信件`} mayAct />}
        </details>
      )}
    </li>
  );
}

/** The mark is an event of the order, so it has a reason as every act of support has. */
function DoneForm({ busy, done, close }: { busy: boolean; done: (reason: string) => void; close: () => void }) {
  const [reason, setReason] = useState('');
  const self = useRef<HTMLFormElement>(null);
  useEffect(() => self.current?.querySelector('textarea')?.focus(), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    done(reason);
  };
  return (
    <form ref={self} onSubmit={send} className="grid max-w-2xl gap-2" aria-label="標示完成">
      <Reason label="原因" hint="會連同您的帳號記錄在訂單歷程" value={reason} set={setReason} />
      <div className="flex flex-wrap gap-3">
        <Action busy={busy}>確認送出</Action>
        <Action busy={busy} line onClick={close}>
          關閉
        </Action>
      </div>
    </form>
  );
}
