import type { HistoryAnswer, RevealAnswer, SeenAnswer, SummaryLine } from '@nordhaut/contracts/support';
import { Link } from 'react-router-dom';
import { shownTime } from '../lib/times.ts';
import { WithOrders } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { Sealed } from './revealed.tsx';

const lastMail = ({ mails }: SeenAnswer): string => {
  const last = mails.at(-1);
  if (!last) return '尚未寄出任何信';
  return `${last.subject ?? '（主旨已刪除）'}，${shownTime(last.sentAt)} 已寄出${last.to === null ? '' : `，收件地址 ${last.to}`}`;
};

/** How the buyer was told. */
const toldBy = (seen: SeenAnswer): SummaryLine[] => [
  ...(seen.storeChange ? [{ label: '門市變更通知', value: seen.storeChange }] : []),
  { label: '最近一封信', value: lastMail(seen) },
];

/** The newest state in a few lines: the money, the parcel, and what the buyer was told; also why, and by whom. */
export function Summary({ history: { orderNo, revision, summary } }: { history: HistoryAnswer }) {
  const { data: seen } = useData<SeenAnswer>(`orders/${orderNo}/seen?revision=${revision}`);
  return (
    <div className="grid items-start gap-3 wide:grid-cols-2">
      <Lines orderNo={orderNo} name="金額" lines={summary.money} />
      <Lines orderNo={orderNo} name="包裹與通知" lines={[...summary.parcel, ...(seen ? toldBy(seen) : [])]} />
    </div>
  );
}

function Lines({ orderNo, name, lines }: { orderNo: string; name: string; lines: readonly SummaryLine[] }) {
  return (
    <section aria-label={name} className="panel">
      <h2 className="text-base">{name}</h2>
      <dl className="num grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {lines.map(({ label, value, sealed, member }) => (
          <div key={`${label} ${value}`} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd>
              <WithOrders text={value} own={orderNo} />
              {sealed && (
                <>
                  {'　'}
                  <Sealed what={sealed.what} textOf={partOf(sealed.fields)} />
                </>
              )}
              {member !== undefined && (
                <>
                  {'　'}
                  <Link to={`/members?code=${encodeURIComponent(member)}`} className="text-brand underline">
                    邀請碼 {member}
                  </Link>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const partOf =
  (labels: readonly string[]) =>
  ({ fields }: RevealAnswer): string => {
    const parts = fields.filter(({ label }) => labels.includes(label));
    return parts.map(({ label, value }) => (parts.length > 1 ? `${label}：${value}` : value)).join('；');
  };
