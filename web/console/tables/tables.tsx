import type { DataTableDescription, DataTablesAnswer } from '@nordhaut/contracts/support';
import { useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { Refused } from '../lib/api.ts';
import { Action, Fault, Heads, Title } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';
import { RowForm } from './row-form.tsx';
import { cut, type Row, shown } from './values.ts';
import { NAMING, nameOfColumn, nameOfTable } from './words.ts';

/** columns of the list; the form has all */
const LISTED = 4;

/** The tables that staff edit, built from the registry of the data API. */
export function Tables() {
  const { table: name } = useParams();
  const { data, error } = useData<DataTablesAnswer>('data-tables');
  const table = data?.tables.find((one) => one.name === name);
  return (
    <div className="grid gap-4">
      <Title>{name === undefined ? '資料表' : nameOfTable(name)}</Title>
      <Fault>{error}</Fault>
      <nav aria-label="資料表" className="flex flex-wrap gap-2">
        {data?.tables.map((one) => (
          <Link key={one.name} to={`/tables/${one.name}`} className="tab" aria-current={one.name === name ? 'page' : undefined}>
            {nameOfTable(one.name)}
          </Link>
        ))}
      </nav>
      {table && <Rows key={table.name} table={table} />}
      {data && name === undefined && <p>請選擇要檢視或變更的資料表。</p>}
      {data && name !== undefined && !table && <p>沒有這個資料表，或您沒有變更的權限。</p>}
    </div>
  );
}

type Answer = { data: Row[]; more: boolean };
type Opened = { verb: 'set' | 'update'; row?: Row };

function Rows({ table }: { table: DataTableDescription }) {
  const { name, key, verbs, columns } = table;
  const [search, setSearch] = useSearchParams();
  const after = search.get('after');
  const [turn, setTurn] = useState(0);
  const [opened, setOpened] = useState<Opened>();
  const [told, setTold] = useState('');
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const outcome = useRef<HTMLOutputElement>(null);
  const asked = {
    table: name,
    orderBy: [{ property: key, direction: 'asc' }],
    ...(after !== null && { conditions: [{ property: key, operator: '>', value: after }] }),
  };
  const { data, error } = useData<Answer>('/api/get/', asked, turn);
  const reload = () => setTurn((before) => before + 1);
  /**
   * The form or the row leaves the page, and with it the control that had the focus; the keyboard goes on before the list. The list is loaded
   * again, also after nothing was saved: the form may have shown a newer row.
   */
  const close = (what = '') => {
    setOpened(undefined);
    setTold(what);
    outcome.current?.focus();
    reload();
  };
  const remove = (row: Row) =>
    void run(async () => {
      const conditions = [{ property: key, operator: '==', value: row[key] }];
      try {
        await command('/api/delete/', { table: name, conditions, row_version: row['row_version'] });
        close('已刪除');
      } catch (error) {
        // Somebody else changed or deleted it: the list shows the row as it is now.
        if (error instanceof Refused && (error.status === 409 || error.status === 404)) reload();
        throw error;
      }
    });
  const naming = NAMING[name] ?? key;
  const listed = [...new Set([key, naming, ...columns.map((column) => column.name)])].slice(0, LISTED);
  const last = data?.data.at(-1)?.[key];
  return (
    <>
      <output ref={outcome} tabIndex={-1} className="block">
        {told}
      </output>
      <Fault>{error ?? fault}</Fault>
      {opened && (
        <RowForm
          key={`${opened.verb} ${shown(opened.row?.[key])} ${shown(opened.row?.['row_version'])}`}
          table={table}
          row={opened.row}
          verb={opened.verb}
          close={close}
        />
      )}
      {verbs.includes('set') && (
        <div>
          <Action busy={busy} line onClick={() => setOpened({ verb: 'set' })}>
            新增資料
          </Action>
        </div>
      )}
      <section className="stacks" aria-label="資料">
        <table className="stacked w-full text-left">
          <thead>
            <tr>
              <Heads of={[...listed.map(nameOfColumn), '動作']} className="min-w-24 p-2" />
            </tr>
          </thead>
          <tbody>
            {data?.data.map((row) => (
              <tr key={`${shown(row[key])} ${shown(row['row_version'])}`} className="border-t border-line">
                {listed.map((one) =>
                  one === key ? (
                    <th key={one} scope="row" className="whole p-2 font-normal wrap-normal" data-head={nameOfColumn(one)}>
                      {cut(shown(row[one]))}
                    </th>
                  ) : (
                    <td key={one} className="whole p-2" data-head={nameOfColumn(one)}>
                      {cut(shown(row[one]))}
                    </td>
                  ),
                )}
                {/* Wide enough for the question, so that nothing moves under the pointer when it appears. */}
                <td className={`whole flex flex-wrap gap-x-4 p-2 ${verbs.includes('delete') ? 'min-w-54' : ''}`}>
                  {verbs.includes('update') ? (
                    <RowButton name="修改" of={row[key]} act={() => setOpened({ verb: 'update', row })} />
                  ) : (
                    <RowButton name="新增版本" of={row[key]} act={() => setOpened({ verb: 'set', row })} />
                  )}
                  {verbs.includes('delete') && <Removal of={row[key]} busy={busy} act={() => remove(row)} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {data?.data.length === 0 && <p>{after === null ? '這個資料表目前沒有資料。' : '沒有更多資料。'}</p>}
      <div className="flex gap-3">
        {after !== null && (
          <Action busy={busy} line onClick={() => setSearch({})}>
            回到第一頁
          </Action>
        )}
        {data?.more && (
          <Action busy={busy} line onClick={() => setSearch({ after: shown(last) })}>
            下一頁
          </Action>
        )}
      </div>
    </>
  );
}

const focus = (button: HTMLButtonElement | null): void => button?.focus();

type RowButtonProps = { name: string; of: unknown; busy?: boolean; begins?: boolean; act: () => void };

/**
 * The second click of a double click is for the button before, in whose place this one may be. It has no effect, and takes no focus.
 * @param begins it has the focus when it appears
 */
function RowButton({ name, of, busy = false, begins, act }: RowButtonProps) {
  return (
    <button
      type="button"
      className="link whitespace-nowrap"
      aria-label={`${name} ${shown(of)}`}
      aria-disabled={busy || undefined}
      ref={begins ? focus : undefined}
      onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
      onClick={({ detail }) => busy || detail > 1 || act()}
    >
      {name}
    </button>
  );
}

/** The second click deletes. */
function Removal({ of, busy, act }: { of: unknown; busy: boolean; act: () => void }) {
  const [isAsked, setIsAsked] = useState<boolean>();
  if (!isAsked) return <RowButton key="asks" name="刪除" of={of} begins={isAsked === false} act={() => setIsAsked(true)} />;
  return (
    <>
      <RowButton key="removes" name="確定刪除" of={of} busy={busy} act={act} />
      {/* The focus is here: a held Enter key must not delete. */}
      <RowButton key="keeps" name="取消刪除" of={of} busy={busy} begins act={() => setIsAsked(false)} />
    </>
  );
}
