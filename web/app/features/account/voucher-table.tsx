import { formatMoney } from '@nordhaut/contracts';
import { formatDate } from '../../lib/dates.ts';
import type { Voucher, Vouchers } from '../promotions/api.ts';
import { headings } from './messages.ts';

/** The table of shopping credit has at least this many rows (spec/2-accounts-and-members §2). */
const ROWS = 10;
const COLUMNS = ['類型', '金額', '已使用', '可用餘額', '使用期限', '狀態'] as const;
const TYPE_LABELS: Readonly<Record<string, string>> = { SHOP_BACK: '消費回饋', FRIEND_BACK: '推薦回饋', BIRTHDAY: '生日禮金' };
const STATE_LABELS: Readonly<Record<Voucher['state'], string>> = { active: '可使用', out: '已用完', expired: '已過期' };
const CELL = 'px-4 whitespace-nowrap';

/** The grants of the past year, each with its end (spec/3-purchase-flow §9). */
export function VoucherTable({ credit: { balance, vouchers } }: { credit: Vouchers }) {
  return (
    <section aria-labelledby="vouchers" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="vouchers" className="text-h3">
          {headings.vouchers}
        </h2>
        <p className="num text-ink-2" role="status">
          可用餘額 <strong className="text-ink">{formatMoney(balance)}</strong>
        </p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard */}
      <div className="overflow-x-auto rounded-3 border border-line bg-surface" tabIndex={0} role="region" aria-label="購物金明細">
        <table className="num w-full min-w-[38rem] text-start text-sm">
          <thead>
            <tr className="border-b border-line bg-sunken">
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={`${CELL} py-2.5 text-start font-semibold`}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vouchers.map((voucher) => (
              <Row key={voucher.id} voucher={voucher} />
            ))}
            {vouchers.length === 0 && (
              <tr className="h-11 border-b border-line">
                <td colSpan={COLUMNS.length} className="px-4 text-ink-2">
                  目前沒有購物金
                </td>
              </tr>
            )}
            {Array.from({ length: Math.max(0, ROWS - Math.max(1, vouchers.length)) }, (_, row) => (
              <tr key={row} className="h-11 border-b border-line last:border-0">
                {COLUMNS.map((column) => (
                  <td key={column}>{'\u00a0'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-ink-3">顯示最近一年的購物金。購物金自發放日起 365 天內有效，結帳時由最早到期的開始折抵。</p>
    </section>
  );
}

function Row({ voucher: { type, value, used, endsAt, state } }: { voucher: Voucher }) {
  return (
    <tr className={`h-11 border-b border-line last:border-0 ${state === 'active' ? '' : 'text-ink-3'}`}>
      <td className={CELL}>{TYPE_LABELS[type] ?? '購物金'}</td>
      <td className={CELL}>{formatMoney(value)}</td>
      <td className={CELL}>{formatMoney(used)}</td>
      <td className={CELL}>{formatMoney(state === 'active' ? value - used : 0)}</td>
      <td className={CELL}>{formatDate(endsAt)}</td>
      <td className={CELL}>{STATE_LABELS[state]}</td>
    </tr>
  );
}
