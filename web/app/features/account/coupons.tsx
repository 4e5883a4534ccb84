import { Ticket } from 'lucide-react';
import { LinkButton } from '../../ui/button.tsx';
import { headings } from './messages.ts';

/** The table of shopping credit has at least this many rows (spec/2-accounts-and-members §2). */
const ROWS = 10;
const COLUMNS = ['類型', '金額', '已使用', '可用餘額', '使用期限'] as const;

/** Coupons and shopping credit. Neither is granted yet, so both lists are empty. */
export function CouponsPage() {
  return (
    <>
      <section aria-labelledby="own-coupons" className="grid gap-4">
        <h2 id="own-coupons" className="text-h3">
          {headings.ownCoupons}
        </h2>
        <div className="grid justify-items-center gap-3 rounded-3 border border-line bg-surface px-6 py-10 text-center">
          <Ticket size={36} aria-hidden className="text-ink-3" />
          <p className="font-semibold">{headings.emptyCoupons}</p>
          <p className="text-ink-2">獲得的優惠券會顯示在這裡，結帳時即可選用。</p>
          <LinkButton to="/product" look="line">
            逛逛系列商品
          </LinkButton>
        </div>
      </section>
      <section aria-labelledby="vouchers" className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="vouchers" className="text-h3">
            {headings.vouchers}
          </h2>
          <p className="num text-ink-2">
            可用餘額 <strong className="text-ink">NT$0</strong>
          </p>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard */}
        <div className="overflow-x-auto rounded-3 border border-line bg-surface" tabIndex={0} role="region" aria-label="購物金明細">
          <table className="num w-full min-w-[34rem] text-start text-sm">
            <thead>
              <tr className="border-b border-line bg-sunken">
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className="px-4 py-2.5 text-start font-semibold">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr className="h-11 border-b border-line">
                <td colSpan={COLUMNS.length} className="px-4 text-ink-2">
                  目前沒有購物金
                </td>
              </tr>
              {Array.from({ length: ROWS - 1 }, (_, row) => (
                <tr key={row} className="h-11 border-b border-line last:border-0">
                  {COLUMNS.map((column) => (
                    <td key={column}>{'\u00a0'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="text-sm text-ink-3">購物金自發放日起 365 天內有效。</p>
      </section>
    </>
  );
}
