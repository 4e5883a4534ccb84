import type { DataChange, DataChangesAnswer, StaffList } from '@nordhaut/contracts/support';
import { Link, useSearchParams } from 'react-router-dom';
import { shownTime } from '../lib/times.ts';
import { Fault, Heads, Labelled, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { labelOfColumn, nameOfTable } from '../tables/words.ts';

const VERBS: Readonly<Record<DataChange['verb'], string>> = { set: '新增', update: '修改', delete: '刪除' };
const FILTERS = ['table', 'key', 'staffId'] as const;
type Filters = { [name in (typeof FILTERS)[number]]?: string | undefined };

const given = (filters: Filters & { before?: string | undefined }): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((one): one is [string, string] => !!one[1]));

/**
 * Who changed what in the tables, the newest first, for administrators (decisions.md 78). The address has what is asked for: a table, a row
 * of it, an account; `before`: those before one.
 */
export function Changes() {
  const [address, setAddress] = useSearchParams();
  const filters: Filters = Object.fromEntries(FILTERS.map((name) => [name, address.get(name) ?? undefined]));
  const before = address.get('before') ?? undefined;
  const { data, error, loading } = useData<DataChangesAnswer>(`data-changes?${new URLSearchParams(given({ ...filters, before }))}`);
  const { data: list, error: listError } = useData<StaffList>('staff');
  const last = data?.entries.at(-1)?.id;
  /** The number of a row is of one table. */
  const choose = (one: Filters) => setAddress(given({ ...filters, key: undefined, ...one }));
  const nameOf = (staffId: string): string => list?.staff.find((one) => one.staffId === staffId)?.name ?? '客服人員';
  return (
    <div className="grid gap-4">
      <Title>變更紀錄</Title>
      <p className="text-sm text-ink-2">誰在何時變更了哪些資料表。紀錄至少保存五年，無法修改。</p>
      <div className="flex flex-wrap gap-3">
        <Choice
          label="資料表"
          value={filters.table}
          choose={(table) => choose({ table })}
          of={data?.tables.map((name) => [name, nameOfTable(name)])}
        />
        <Choice
          label="人員"
          value={filters.staffId}
          choose={(staffId) => choose({ staffId, key: filters.key })}
          of={list?.staff.map(({ staffId, name, state }) => [staffId, state === 'left' ? `${name}（已停用）` : name])}
        />
      </div>
      {filters.key && (
        <p>
          只列出資料 {filters.key} 的變更。
          <Link to={`/changes?${new URLSearchParams(given({ ...filters, key: undefined }))}`} className="link">
            列出全部
          </Link>
        </p>
      )}
      <Fault>{error ?? listError}</Fault>
      {loading && <p>載入中…</p>}
      {data?.entries.length === 0 && <p>{before ? '沒有更早的紀錄。' : '目前沒有紀錄。'}</p>}
      {data !== undefined && data.entries.length > 0 && (
        <section className="stacks" aria-label="變更紀錄">
          <table className="stacked w-full text-left">
            <thead>
              <tr>
                <Heads of={['時間', '人員', '資料', '內容']} className="p-2" />
              </tr>
            </thead>
            <tbody>
              {data.entries.map((entry) => (
                <tr key={entry.id} className="border-t border-line align-baseline">
                  <td className="num whole p-2 whitespace-nowrap">{shownTime(entry.at)}</td>
                  <td className="p-2 whitespace-nowrap">{nameOf(entry.staffId)}</td>
                  <td className="whole min-w-60 p-2 wrap-anywhere">
                    {VERBS[entry.verb]}
                    {nameOfTable(entry.table)}{' '}
                    <Link to={`/changes?${new URLSearchParams({ table: entry.table, key: entry.key })}`} className="link">
                      {entry.key}
                    </Link>
                  </td>
                  <td className="whole w-full p-2">
                    <Fields changes={entry.changes} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data?.more && last !== undefined && (
        <p>
          <Link to={`/changes?${new URLSearchParams(given({ ...filters, before: last }))}`} className="link">
            較早的紀錄
          </Link>
        </p>
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string | undefined;
  of: readonly (readonly [string, string])[] | undefined;
  choose: (value: string) => void;
};

const Choice = ({ label, value = '', of, choose }: ChoiceProps) => (
  <Labelled label={label}>
    {(control) => (
      <select {...control} className="input" value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">全部</option>
        {of?.map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
        {/* The answer is on its way, or the address names one that is not in the list. */}
        {value !== '' && !of?.some(([name]) => name === value) && <option value={value}>{value}</option>}
      </select>
    )}
  </Labelled>
);

/** The values before and after. A text may be a whole article, so they are behind a click. */
function Fields({ changes }: Pick<DataChange, 'changes'>) {
  if (changes.length === 0) return '內容相同';
  return (
    <details>
      <summary className="min-h-11 py-2">{changes.length} 個欄位</summary>
      <dl className="grid gap-2 pt-1 text-sm">
        {changes.map(({ column, before, after }) => (
          <div key={column} className="border-t border-line pt-1">
            <dt className="font-semibold wrap-anywhere">{labelOfColumn(column)}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              {before !== null && <del className="text-ink-2">{before}</del>}
              {before !== null && after !== null && <span aria-hidden> → </span>}
              {after !== null && <ins className="no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
