import type { Right } from '@nordhaut/contracts/support';

export const RIGHTS: [Right, string][] = [
  ['view', '檢視訂單'],
  ['reveal', '顯示個資'],
  ['act', '處理訂單'],
  ['refund', '退款'],
  ['administer', '管理人員'],
];

/** The rights of one person, as a list to tick. */
export function Rights({ rights, choose }: { rights: readonly Right[]; choose: (rights: Right[]) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-5">
      <legend className="text-sm font-semibold">權限</legend>
      {RIGHTS.map(([right, label]) => (
        <label key={right} className="inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            className="size-5"
            checked={rights.includes(right)}
            onChange={(event) => choose(event.target.checked ? [...rights, right] : rights.filter((one) => one !== right))}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
