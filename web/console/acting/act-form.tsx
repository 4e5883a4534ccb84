import { type ActAnswer, type ActsAnswer, bareEmail, isEmail, type OrderAct, type PreviewAnswer } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, isUncertain, Refused } from '../lib/api.ts';
import { Action, Fault } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';
import { ActFields, type Draft } from './act-fields.tsx';
import { Reason } from './fields.tsx';
import { PreviewView } from './preview-view.tsx';

type Props = {
  orderNo: string;
  /** what the form begins with */
  act: OrderAct;
  right: 'act' | 'refund';
  name: string;
  acts: ActsAnswer;
  /** the order's revision after the last command of this person; -1 before the first */
  own: number;
  done: (answer: ActAnswer) => void;
  cancel: () => void;
  changed: () => void;
};

/**
 * A refund by goodwill begins without an amount: a form that begins with all of it pays all of it by one click too many. A refusal begins
 * without a reason: the buyer reads it. A correction of the address begins without one.
 */
function beginning(act: OrderAct): Draft {
  if (act.type === 'goodwill') return { ...act, amount: 0 };
  if (act.type === 'correct-email') return { ...act, email: '' };
  return act.type === 'reject-return' ? { ...act, rejection: undefined } : act;
}
function isUnfinished(act: Draft): boolean {
  if (act.type === 'correct-email') return !isEmail(bareEmail(act.email));
  return act.type === 'goodwill' ? act.amount < 1 : act.type === 'reject-return' && act.rejection === undefined;
}

/**
 * The form of one act: its fields, a preview that follows them, and a reason. It sends the revision that the person saw. If
 * somebody else acted meanwhile, it shows what they did and keeps what was typed; sending again confirms it.
 */
export function ActForm({ orderNo, act: begun, right, name, acts, own, done, cancel, changed }: Props) {
  const [act, setAct] = useState(() => beginning(begun));
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState(acts.revision);
  const [changes, setChanges] = useState<string[]>([]);
  const [key, setKey] = useState(() => crypto.randomUUID());
  // One's own note is no change by others, where nothing came between.
  if (own === seen + 1) {
    setSeen(own);
    setKey(crypto.randomUUID());
  }
  const { busy, fault, run } = useWork();
  const isOpen = isUnfinished(act);
  const { data, error } = useData<PreviewAnswer>(isOpen ? undefined : `orders/${orderNo}/preview`, { act }, acts.revision);
  const shown = isOpen ? undefined : data;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // The form opens below the notes; its limits stand below its first field.
    heading.current?.closest('form')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const edit = (next: Draft): void => {
    setAct(next);
    setKey(crypto.randomUUID());
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const path = `orders/${orderNo}/${right === 'refund' ? 'payments' : 'decisions'}`;
      try {
        done(await call<ActAnswer>(path, { act, reason, expectedRevision: seen }, undefined, key));
      } catch (refused) {
        // A refused command needs a new key: the next one has another revision or other words.
        if (!isUncertain(refused)) setKey(crypto.randomUUID());
        if (refused instanceof Refused && refused.code === 'ORDER_CHANGED') {
          setSeen(Number(refused.details['revision'] ?? seen));
          setChanges((refused.details['changes'] ?? '').split('\n').filter(Boolean));
          changed();
        }
        throw refused;
      }
    });
  };
  return (
    <form onSubmit={send} className="panel grid gap-3" aria-label={name}>
      <h3 ref={heading} tabIndex={-1}>
        {name}
      </h3>
      <ActFields act={act} acts={acts} edit={edit} />
      <div aria-live="polite">{shown && <PreviewView preview={shown.preview} />}</div>
      <Reason
        label="原因"
        hint="會連同您的帳號記錄在訂單歷程"
        value={reason}
        set={(value) => {
          setReason(value);
          setKey(crypto.randomUUID());
        }}
      />
      <Fault>{fault ?? (isOpen ? undefined : error)}</Fault>
      {changes.length === 0 && acts.revision > seen && <output className="block">此訂單剛有新的事件，送出時會先請您確認。</output>}
      {changes.length > 0 && (
        <ul aria-label="其他人的變更" className="list-disc ps-6">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {/* Of an unfinished form the browser says what is missing. */}
        <Action busy={busy || (!isOpen && shown?.preview.closed !== null)}>確認送出</Action>
        <button type="button" className="btn btn-line" onClick={cancel}>
          關閉
        </button>
      </div>
    </form>
  );
}
