import type { ActAnswer, ActsAnswer, OrderAct } from '@nordhaut/contracts/support';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMe } from '../frame.tsx';
import { Fault } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { Hold } from '../persons/hold.tsx';
import { ActButton } from './act-button.tsx';
import { ActForm } from './act-form.tsx';
import { Errands } from './errands.tsx';
import { Notes } from './notes.tsx';
import { Proposals } from './proposals.tsx';
import { ACTS, money } from './words.ts';

type Props = { orderNo: string; revision: number; changed: () => void; setEditing: (editing: boolean) => void; children: ReactNode };

const saidOf = ({ outcome, status }: ActAnswer): string => {
  if (outcome === 'done') return `已完成，訂單狀態：${status.label}`;
  return { proposed: '已送出，等待另一位同仁覆核', refused: '物流不接受這次變更', unanswered: '物流沒有回覆，請稍後再送出一次' }[outcome];
};

/** An order may have several transfers, and several grants of credit. */
const idOf = (act: OrderAct): string => {
  if (act.type === 'transfer-paid' || act.type === 'refund-by-transfer') return `${act.type}-${act.refundId}`;
  return act.type === 'credit-back' ? `${act.type}-${act.creditId}` : act.type;
};

const nameOf = ({ act, amount }: ActsAnswer['acts'][number]): string => {
  if (amount !== null) return `${ACTS[act.type]} ${money(amount)}`;
  return act.type === 'credit-back' ? `${ACTS[act.type]} ${act.creditId}` : ACTS[act.type];
};

/**
 * What support can do with the order, beside the summary (`children`). What cannot be done now is folded into one line, and says why. Forms
 * open below both.
 */
export function Acting({ orderNo, revision, changed, setEditing, children }: Props) {
  const { rights } = useMe();
  const { data: acts, error } = useData<ActsAnswer>(`orders/${orderNo}/acts`, undefined, revision);
  const [open, setOpen] = useState<ActsAnswer['acts'][number]>();
  const [said, setSaid] = useState('');
  // The button that was used last stays where the keyboard is, also when it is closed afterwards.
  const [used, setUsed] = useState('');
  const [own, setOwn] = useState(-1);
  const [begun, setBegun] = useState(false);
  const [isNoting, setIsNoting] = useState(false);
  const isEditing = open !== undefined || isNoting;
  useEffect(() => setEditing(isEditing), [isEditing, setEditing]);
  const list = useRef<HTMLDivElement>(null);
  const show = (act: typeof open): void => {
    setOpen(act);
    setBegun(false);
    if (!act) return;
    setSaid('');
    setUsed(idOf(act.act));
  };
  /** After a command of this person. `to`: the order's revision after it */
  const did = (to: number): void => {
    setOwn((before) => Math.max(before, to));
    changed();
  };
  const close = (act: OrderAct): void => {
    show(undefined);
    // The keyboard goes on where the form was opened.
    list.current?.querySelector<HTMLElement>(`[data-act="${idOf(act)}"]`)?.focus();
  };
  // A form begins with what is there after this person's own last command. It would call that command another's.
  const isBehind = (acts?.revision ?? -1) < own && error === undefined;
  // A form that has begun stays, with what was typed, also when its user writes a note meanwhile.
  if (acts && open && !isBehind && !begun) setBegun(true);
  const possible = acts?.acts ?? [];
  const current = open && possible.find(({ act }) => idOf(act) === idOf(open.act));
  const buttons = possible.map((one) => {
    const { act, right, preview } = one;
    const closed = rights.includes(right) ? preview.closed : '您的帳號沒有這項權限';
    const id = idOf(act);
    const expanded = open !== undefined && idOf(open.act) === id;
    const button = <ActButton key={id} id={id} name={nameOf(one)} closed={closed} expanded={expanded} choose={() => show(one)} />;
    return { button, isFolded: closed !== null && id !== used };
  });
  const folded = buttons.filter(({ isFolded }) => isFolded);
  return (
    <>
      <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid gap-3">
          {/* In the same place before and after the acts are there, so that a focus in it stays. */}
          {children}
          {acts && <Notes orderNo={orderNo} notes={acts.notes} mayWrite={rights.includes('act')} did={did} setEditing={setIsNoting} />}
        </div>
        <section className="grid gap-2 print:hidden" aria-labelledby="acting">
          <h2 id="acting" className="sr-only">
            處理
          </h2>
          <div ref={list} className="grid gap-1">
            <ul className="flex flex-wrap gap-2 empty:hidden">{buttons.filter(({ isFolded }) => !isFolded).map(({ button }) => button)}</ul>
            {folded.length > 0 && (
              <details>
                <summary className="min-h-11 py-2 text-ink-2">目前不可用的處理（{folded.length}）</summary>
                <ul className="flex flex-wrap gap-3">{folded.map(({ button }) => button)}</ul>
              </details>
            )}
          </div>
          {!acts && <Fault>{error}</Fault>}
          {acts && rights.includes('act') && (
            <div>
              <Errands orderNo={orderNo} changed={changed} />
              <Hold orderNo={orderNo} holds={acts.holds} changed={changed} />
            </div>
          )}
        </section>
      </div>
      <output className="block empty:hidden">{said}</output>
      {open && !begun && <p>載入中…</p>}
      {acts && open && begun && (
        <ActForm
          key={idOf(open.act)}
          orderNo={orderNo}
          act={(current ?? open).act}
          right={open.right}
          name={nameOf(current ?? open)}
          acts={acts}
          own={own}
          changed={changed}
          cancel={() => close(open.act)}
          done={(answer) => {
            setSaid(saidOf(answer));
            close(open.act);
            did(answer.revision);
          }}
        />
      )}
      {acts && (
        <Proposals
          orderNo={orderNo}
          acts={acts}
          mayJudge={rights.includes('refund')}
          mayWithdraw={rights.includes('act')}
          changed={changed}
          did={did}
        />
      )}
    </>
  );
}
