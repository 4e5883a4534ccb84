import type { NoteAnswer, OrderNote } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, Labelled, Line } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useWork } from '../lib/use-work.ts';

type Props = {
  orderNo: string;
  notes: readonly OrderNote[];
  mayWrite: boolean;
  /** after a command of this person, with the order's revision */
  did: (revision: number) => void;
  setEditing: (editing: boolean) => void;
};

/** notes that stand open, so that the history below stays near; older ones are folded */
const OPEN = 5;

/** The notes of support. A withdrawn note stays, with the reason. */
export function Notes({ orderNo, notes, mayWrite, did, setEditing }: Props) {
  const [text, setText] = useState('');
  const typed = useRef('');
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const type = (value: string): void => {
    typed.current = value;
    setText(value);
    setEditing(value !== '');
  };
  const write = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { revision } = await command<NoteAnswer>(`orders/${orderNo}/notes`, { text });
      // What was typed while the note was saved is not in it.
      type(typed.current.startsWith(text) ? typed.current.slice(text.length) : typed.current);
      did(revision);
    });
  };
  const older = notes.slice(0, -OPEN);
  const item = (note: OrderNote) => <Note key={note.noteId} orderNo={orderNo} note={note} mayWrite={mayWrite} did={did} />;
  return (
    <section className="grid gap-2" aria-labelledby="notes">
      <h2 id="notes">備註</h2>
      {older.length > 0 && (
        <details>
          <summary className="min-h-11 py-2 text-ink-2">較早的備註（{older.length}）</summary>
          <ul className="grid gap-2">{older.map(item)}</ul>
        </details>
      )}
      <ul className="grid items-start gap-2 empty:hidden wide:grid-cols-2">{notes.slice(-OPEN).map(item)}</ul>
      {mayWrite && (
        <form onSubmit={write} className="grid max-w-2xl items-start gap-x-3 gap-y-2 wide:grid-cols-[minmax(0,1fr)_auto]">
          <Labelled label="新增備註" hint="請勿寫下不需要的個人資料；備註可以撤回，但不會刪除。">
            {(control) => (
              <textarea
                {...control}
                className="input"
                rows={1}
                maxLength={2000}
                required
                value={text}
                onChange={(event) => type(event.target.value)}
              />
            )}
          </Labelled>
          <div className="wide:mt-7">
            <Action busy={busy} line>
              儲存備註
            </Action>
          </div>
          <Fault>{fault}</Fault>
        </form>
      )}
    </section>
  );
}

function Note({ orderNo, note, mayWrite, did }: Pick<Props, 'orderNo' | 'mayWrite' | 'did'> & { note: OrderNote }) {
  const { noteId, at, by, text, withdrawn } = note;
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const item = useRef<HTMLLIElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The keyboard goes on where the button was.
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const withdraw = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const path = `orders/${orderNo}/notes/${noteId}/withdraw`;
      const { revision } = await command<NoteAnswer>(path, { reason });
      item.current?.focus();
      did(revision);
    });
  };
  return (
    <li ref={item} tabIndex={-1} className="rounded-2 border border-line bg-surface px-3 py-1">
      <p className="text-sm text-ink-2">
        {by}・{shownTime(at)}
      </p>
      <p className={withdrawn ? 'text-ink-2 line-through' : 'whitespace-pre-line'}>{text ?? '（已刪除）'}</p>
      {withdrawn && (
        <p className="text-sm">
          {withdrawn.by}於 {shownTime(withdrawn.at)} 撤回：{withdrawn.reason ?? '（已刪除）'}
        </p>
      )}
      {mayWrite && !withdrawn && !open && (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          撤回這則備註
        </button>
      )}
      {open && !withdrawn && (
        <form onSubmit={withdraw} className="grid max-w-2xl gap-2">
          <Line label="撤回原因" ref={field} minLength={2} maxLength={300} value={reason} set={setReason} />
          <Fault>{fault}</Fault>
          <div>
            <Action busy={busy} line>
              撤回
            </Action>
          </div>
        </form>
      )}
    </li>
  );
}
