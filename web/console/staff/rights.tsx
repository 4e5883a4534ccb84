import type { Right } from '@nordhaut/contracts/support';
import { useMe } from '../frame.tsx';

export const RIGHTS: [Right, string][] = [
  ['view', '檢視訂單'],
  ['reveal', '顯示個資'],
  ['act', '處理訂單與內容'],
  ['refund', '退款'],
  ['administer', '管理（人員、優惠券、價格、信件）'],
];

type Props = {
  rights: readonly Right[];
  /** what the person has already, and keeps or loses */
  had?: readonly Right[];
  choose: (rights: Right[]) => void;
};

/** The rights of one person, as a list to tick. Nobody gives a right that they lack, so such a right is closed. */
export function Rights({ rights, had = [], choose }: Props) {
  const me = useMe();
  const isClosed = (right: Right) => !me.rights.includes(right) && !had.includes(right);
  return (
    <fieldset className="flex flex-wrap gap-x-5">
      <legend className="text-sm font-semibold">權限</legend>
      {RIGHTS.map(([right, label]) => (
        <label key={right} className={`inline-flex min-h-11 items-center gap-2 ${isClosed(right) ? 'text-ink-3' : ''}`}>
          <input
            type="checkbox"
            className="size-5"
            checked={rights.includes(right)}
            disabled={isClosed(right)}
            onChange={(event) => choose(event.target.checked ? [...rights, right] : rights.filter((one) => one !== right))}
          />
          {label}
        </label>
      ))}
      <p className="w-full text-sm text-ink-2">
        變更價格須同時具備「處理訂單與內容」與「管理」。
        {RIGHTS.some(([right]) => isClosed(right)) && '您只能給予自己擁有的權限。'}
      </p>
    </fieldset>
  );
}
