import { formatMoney, type MemberVouchers, type VoucherRow } from '@nordhaut/contracts';
import { formatDate } from '../../lib/dates.ts';
import { headings } from './messages.ts';

/** The table of shopping credit has at least this many rows (spec/2-accounts-and-members §2). */
const ROWS = 10;
const COLUMNS = ['類型', '金額', '已使用', '可用餘額', '使用期限', '狀態'] as const;
const STATE_LABELS: Readonly<Record<VoucherRow['state'], string>> = { active: '可使用', out: '已用完', expired: '已過期' };
const CELL = 'px-4 whitespace-nowrap';

/** The grants of the past year, each with its end (spec/3-purchase-flow §9). */
export function VoucherTable({ credit: { balance, vouchers, scheduled } }: { credit: MemberVouchers }) {
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
              <Row key={voucher.voucherId} voucher={voucher} />
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
      {scheduled.length > 0 && (
        <ul aria-label="預計發放的購物金" className="grid gap-1 rounded-3 border border-line bg-surface px-4 py-3 text-sm">
          {scheduled.map(({ voucherId, label, value, dueAt }) => (
            <li key={voucherId} className="num flex flex-wrap justify-between gap-x-4">
              <span>
                {label} {formatMoney(value)}
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

function Row({ voucher: { label, value, available, used, reserved, endsAt, state } }: { voucher: VoucherRow }) {
  return (
    <tr className={`h-11 border-b border-line last:border-0 ${state === 'active' ? '' : 'text-ink-3'}`}>
      <td className={CELL}>{label}</td>
      <td className={CELL}>{formatMoney(value)}</td>
      <td className={CELL}>
        {formatMoney(used)}
        {reserved > 0 && <span className="block text-xs">訂單保留 {formatMoney(reserved)}</span>}
      </td>
      <td className={CELL}>{formatMoney(available)}</td>
      <td className={CELL}>{formatDate(endsAt)}</td>
      <td className={CELL}>{STATE_LABELS[state]}</td>
    </tr>
  );
}
