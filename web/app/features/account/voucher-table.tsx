import type { ReactNode } from 'react';
import { formatMoney, type MemberVouchers, type VoucherRow } from '@nordhaut/contracts';
import { formatDate } from '../../lib/dates.ts';
import { headings } from './messages.ts';
import { voucherState } from './voucher-state.ts';

/** The table of shopping credit has at least this many rows (spec/2-accounts-and-members §2). */
const ROWS = 10;
const COLUMNS = ['類型', '金額', '已使用', '可用餘額', '使用期限', '狀態'] as const;
/** In a narrow column each grant is a block: its type and state, and under them a line for each other cell. */
const ROW =
  'border-b border-line last:border-0 @max-[38rem]:grid @max-[38rem]:grid-cols-2 @max-[38rem]:px-4 @max-[38rem]:py-2 @min-[38rem]:h-11';
const CELL =
  'whitespace-nowrap @max-[38rem]:col-span-2 @max-[38rem]:flex @max-[38rem]:justify-between @max-[38rem]:py-0.5 @min-[38rem]:px-4';
const HEAD = 'whitespace-nowrap @max-[38rem]:py-1 @min-[38rem]:px-4';

/** The grants of the past year, each with its end (spec/3-purchase-flow §9). */
export function VoucherTable({ credit: { balance, vouchers, scheduled } }: { credit: MemberVouchers }) {
  return (
    <section aria-labelledby="vouchers" className="@container grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="vouchers" className="text-h3">
          {headings.vouchers}
        </h2>
        <p className="num text-ink-2" role="status">
          可用餘額 <strong className="text-ink">{formatMoney(balance)}</strong>
        </p>
      </div>
      <div className="overflow-hidden rounded-3 border border-line bg-surface">
        <table aria-label="購物金明細" className="num w-full text-start text-sm @max-[38rem]:block">
          <thead className="@max-[38rem]:sr-only">
            <tr className="border-b border-line bg-sunken">
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="px-4 py-2.5 text-start font-semibold whitespace-nowrap">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="@max-[38rem]:block">
            {vouchers.map((voucher) => (
              <Row key={voucher.voucherId} voucher={voucher} />
            ))}
            {vouchers.length === 0 && (
              <tr className={ROW}>
                <td colSpan={COLUMNS.length} className="text-ink-2 @max-[38rem]:col-span-2 @max-[38rem]:py-1.5 @min-[38rem]:px-4">
                  目前沒有購物金
                </td>
              </tr>
            )}
            {Array.from({ length: Math.max(0, ROWS - Math.max(1, vouchers.length)) }, (_, row) => (
              <tr key={row} className="h-11 border-b border-line last:border-0 @max-[38rem]:hidden">
                {COLUMNS.map((column) => (
                  <td key={column}>{'\u00a0'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {scheduled.length > 0 && (
        <ul aria-label="預計發放的購物金" className="grid gap-1 rounded-3 border border-line bg-surface px-4 py-3 text-sm">
          {scheduled.map(({ voucherId, label, cause, value, dueAt }) => (
            <li key={voucherId} className="num flex flex-wrap justify-between gap-x-4">
              <span>
                {label} {formatMoney(value)}
                {cause !== label && <span className="text-ink-3">（{cause}）</span>}
              </span>
              <span className="text-ink-2">預計 {formatDate(dueAt)} 發放</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-3">顯示最近一年的購物金。購物金自發放日起 365 天內有效，結帳時由最早到期的開始折抵。</p>
    </section>
  );
}

function Row({ voucher }: { voucher: VoucherRow }) {
  const { label, cause, value, available, used, reserved, takenBack, endsAt, state } = voucher;
  return (
    <tr className={`${ROW} ${state === 'active' ? '' : 'text-ink-3'}`}>
      <td className={`${HEAD} @max-[38rem]:font-semibold`}>
        {label}
        {cause !== label && <span className="block text-xs font-normal text-ink-3">{cause}</span>}
      </td>
      <Cell name="金額">{formatMoney(value)}</Cell>
      <Cell name="已使用">
        {formatMoney(used)}
        {reserved > 0 && <span className="block text-xs">訂單保留 {formatMoney(reserved)}</span>}
        {takenBack > 0 && <span className="block text-xs">收回 {formatMoney(takenBack)}</span>}
      </Cell>
      <Cell name="可用餘額">{formatMoney(available)}</Cell>
      <Cell name="使用期限">{formatDate(endsAt)}</Cell>
      <td className={`${HEAD} @max-[38rem]:col-start-2 @max-[38rem]:row-start-1 @max-[38rem]:text-end`}>{voucherState(voucher)}</td>
    </tr>
  );
}

/** With its column's name where the head of the table is not seen. */
const Cell = ({ name, children }: { name: (typeof COLUMNS)[number]; children: ReactNode }) => (
  <td className={CELL}>
    <span aria-hidden className="text-ink-3 @min-[38rem]:hidden">
      {name}
    </span>
    <span className="@max-[38rem]:text-end">{children}</span>
  </td>
);
