import type { DataTableDescription } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, Refused } from '../lib/api.ts';
import { Field } from '../lib/field.tsx';
import { Action, Fault } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useWork } from '../lib/use-work.ts';
import { labelOfColumn, MEANINGS, NAMING, nameOfColumn } from './words.ts';
import { afterOthers, changed, type Column, cut, type Draft, draftOf, type Row, shown, worded } from './values.ts';

const LONG = 60;
const HINTS: Partial<Record<Column['type'], string>> = { json: 'JSON 文字', time: '臺北時間' };

type FieldProps = { column: Column; value: string; fault: string | undefined; change: (value: string) => void };

/** One field by the kind of its column, with the refusal that is about it. */
function ColumnField({ column: { name, type }, value, fault, change }: FieldProps) {
  const isLong = type === 'json' || value.length > LONG || value.includes('\n');
  return (
    <Field label={labelOfColumn(name)} hint={MEANINGS[name] ?? HINTS[type]} fault={fault}>
      {(field) => {
        const control = { ...field, className: 'input w-full', value };
        if (type === 'boolean')
          return (
            <select {...control} onChange={({ target }) => change(target.value)}>
              <option value="false">否</option>
              <option value="true">是</option>
            </select>
          );
        // The same control for a short and a long text: another one would lose the focus while somebody types.
        if (type === 'json' || type === 'text')
          return <textarea {...control} rows={isLong ? 6 : 1} spellCheck={false} onChange={({ target }) => change(target.value)} />;
        return (
          <input
            {...control}
            type={type === 'day' ? 'date' : type === 'time' ? 'datetime-local' : 'text'}
            step={type === 'time' ? 1 : undefined}
            inputMode={type === 'integer' ? 'numeric' : undefined}
            onChange={({ target }) => change(target.value)}
          />
        );
      }}
    </Field>
  );
}

/** What others changed in the row, which is `now`. `draft`: what the form would save over it */
function Others({ columns, draft, now }: { columns: readonly Column[]; draft: Draft; now: Row }) {
  const own = changed(columns, draft, now);
  const replaces = columns.some(({ name }) => name in own);
  if (columns.length === 0) return <p className="rounded-2 bg-amber-soft p-3">其他人的變更不影響您可以修改的欄位，可直接再儲存一次。</p>;
  return (
    <div className="grid gap-1 rounded-2 bg-amber-soft p-3">
      <ul aria-label="其他人的變更" className="list-disc ps-6 wrap-anywhere whitespace-pre-wrap">
        {columns.map((column) => {
          const { name } = column;
          const value = worded(column, now[name]) || '（空白）';
          return (
            <li key={name}>
              {/* The field has what its user typed, so the whole value of the others is only here. */}
              {name in own ? `${nameOfColumn(name)}（您也改了這一欄，儲存後會取代）：${value}` : `${labelOfColumn(name)}：${cut(value)}`}
            </li>
          );
        })}
      </ul>
      <p className="text-sm">{replaces ? '您輸入的內容都還在，儲存後會取代同一欄位的變更。' : '您輸入的內容都還在。'}</p>
    </div>
  );
}

type Props = {
  table: DataTableDescription;
  /** `row`: its values are in the form; absent for an empty form */
  row: Row | undefined;
  verb: 'set' | 'update';
  /** `what`: what was done, as a sentence; absent where nothing was */
  close: (what?: string) => void;
};

/**
 * Adds a row, or changes one that was loaded. Of two editors, the second one is told what the first one changed, and keeps what was typed;
 * saving again confirms it.
 */
export function RowForm({ table, row, verb, close }: Props) {
  const editable = table.columns.filter(({ isWritable }) => isWritable);
  const [draft, setDraft] = useState<Draft>(() => draftOf(editable, row));
  const [seen, setSeen] = useState(row);
  const [others, setOthers] = useState<Column[]>();
  const [wrong, setWrong] = useState<{ column: string; message: string }>();
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const key = row?.[table.key];
  const title = verb === 'set' ? '新增資料' : `修改 ${shown(key)}`;
  const known = shown(row?.[NAMING[table.name] ?? '']);
  const self = useRef<HTMLFormElement>(null);
  // It opens above the list, out of sight of a button further down.
  useEffect(() => self.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  const showOthers = async (before: Row) => {
    const conditions = [{ property: table.key, operator: '==', value: key }];
    const [now] = (await call<{ data: Row[] }>('/api/get/', { table: table.name, conditions })).data;
    if (!now) return;
    // Somebody may have typed on while the row was saved.
    setDraft((typed) => afterOthers(table.columns, typed, before, now).draft);
    setOthers(afterOthers(table.columns, draft, before, now).others);
    setSeen(now);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(undefined);
    void run(async () => {
      const fields = changed(editable, draft, verb === 'update' ? seen : undefined);
      const body =
        verb === 'set'
          ? { table: table.name, data: fields }
          : {
              table: table.name,
              conditions: [{ property: table.key, operator: '==', value: key }],
              updateData: { ...fields, row_version: seen?.['row_version'] },
            };
      try {
        await command(`/api/${verb}/`, body);
        close(verb === 'set' ? '已新增' : '已儲存');
      } catch (error) {
        if (error instanceof Refused && error.code === 'ROW_CHANGED' && seen) await showOthers(seen);
        const column = error instanceof Refused ? error.details['column'] : undefined;
        if (column === undefined || !(column in draft)) throw error;
        setWrong({ column, message: (error as Refused).message });
      }
    });
  };
  return (
    <form ref={self} onSubmit={submit} className="panel grid max-w-4xl grid-cols-1 gap-3" aria-label={title}>
      <h2 className="text-lg">
        {title} {known}
      </h2>
      {editable.map((column) => (
        <ColumnField
          key={column.name}
          column={column}
          value={draft[column.name] ?? ''}
          fault={wrong?.column === column.name ? wrong.message : undefined}
          change={(value) => setDraft((before) => ({ ...before, [column.name]: value }))}
        />
      ))}
      <Fault>{fault}</Fault>
      {others && seen && <Others columns={others} draft={draft} now={seen} />}
      <div className="flex gap-3">
        <Action busy={busy}>{verb === 'set' ? '新增' : '儲存'}</Action>
        <Action busy={busy} line onClick={() => close()}>
          關閉
        </Action>
      </div>
    </form>
  );
}
