import type { ActAnswer, ActsAnswer, OrderAct } from '@nordhaut/contracts/support';
import { useRef, useState } from 'react';
import { useMe } from '../frame.tsx';
import { Fault } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { Hold } from '../persons/hold.tsx';
import { ActForm } from './act-form.tsx';
import { Errands } from './errands.tsx';
import { Notes } from './notes.tsx';
import { Proposals } from './proposals.tsx';
import { ACTS } from './words.ts';

type Props = { orderNo: string; revision: number; changed: () => void; setEditing: (editing: boolean) => void };

const saidOf = ({ outcome, status }: ActAnswer): string => {
  if (outcome === 'done') return `已完成，訂單狀態：${status.label}`;
  return { proposed: '已送出，等待另一位同仁覆核', refused: '物流不接受這次變更', unanswered: '物流沒有回覆，請稍後再送出一次' }[outcome];
};

/** An order may have several transfers, and several grants of credit. */
const idOf = (act: OrderAct): string => {
  if (act.type === 'transfer-paid') return `${act.type}-${act.refundId}`;
  return act.type === 'credit-back' ? `${act.type}-${act.creditId}` : act.type;
};

/** What support can do with the order. A button that cannot be used says why. */
export function Acting({ orderNo, revision, changed, setEditing }: Props) {
  const { rights } = useMe();
  const { data: acts, error } = useData<ActsAnswer>(`orders/${orderNo}/acts`, undefined, revision);
  const [open, setOpen] = useState<ActsAnswer['acts'][number]>();
  const [said, setSaid] = useState('');
  const [own, setOwn] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const show = (act: typeof open): void => {
    setOpen(act);
    setEditing(act !== undefined);
    if (act) setSaid('');
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
  if (!acts) return <Fault>{error}</Fault>;
  // A form begins with what is there after this person's own last command. It would call that command another's.
  const isBehind = acts.revision < own && error === undefined;
  const current = open && acts.acts.find(({ act }) => idOf(act) === idOf(open.act));
  return (
    <section className="grid gap-3" aria-labelledby="acting">
      <h2 id="acting" className="text-lg">
        處理
      </h2>
      <ul ref={list} className="flex flex-wrap gap-3">
        {acts.acts.map((one) => {
          const { act, right, preview } = one;
          const closed = rights.includes(right) ? preview.closed : '您的帳號沒有這項權限';
          const id = idOf(act);
          return (
            <li key={id} className="max-w-56">
              <button
                type="button"
                className="btn btn-line"
                aria-disabled={closed !== null || undefined}
                data-act={id}
                aria-expanded={open !== undefined && idOf(open.act) === id}
                {...(closed !== null && { 'aria-describedby': id })}
                onClick={() => closed === null && show(one)}
              >
                {ACTS[act.type]}
                {act.type === 'credit-back' && ` ${act.creditId}`}
              </button>
              {closed !== null && (
                <p id={id} className="text-sm text-ink-2">
                  {closed}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <output className="block empty:hidden">{said}</output>
      {open && isBehind && <p>載入中…</p>}
      {open && !isBehind && (
        <ActForm
          key={idOf(open.act)}
          orderNo={orderNo}
          act={(current ?? open).act}
          right={open.right}
          acts={acts}
          changed={changed}
          cancel={() => close(open.act)}
          done={(answer) => {
            setSaid(saidOf(answer));
            close(open.act);
            did(answer.revision);
          }}
        />
      )}
      <Proposals orderNo={orderNo} acts={acts} mayJudge={rights.includes('refund')} changed={changed} did={did} />
      {rights.includes('act') && <Errands orderNo={orderNo} changed={changed} />}
      {rights.includes('act') && <Hold orderNo={orderNo} changed={changed} />}
      <Notes orderNo={orderNo} notes={acts.notes} mayWrite={rights.includes('act')} did={did} setEditing={setEditing} />
    </section>
  );
}
