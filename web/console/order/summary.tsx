import type { SeenAnswer, StateAnswer } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { WithOrders } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

/** The lines of the state that answer most calls. */
const LINES = ['付款', '已收', '已退', '本店尚須退給顧客', '包裹狀態', '退貨'];

const lastMail = ({ mails }: SeenAnswer): string => {
  const last = mails.at(-1);
  return last ? `${last.subject ?? '（主旨已刪除）'}，${shownTime(last.sentAt)}` : '—';
};

/** The newest state in a few lines. */
export function Summary({ orderNo, revision }: { orderNo: string; revision: number }) {
  const { data: state } = useData<StateAnswer>(`orders/${orderNo}/state?revision=${revision}`);
  const { data: seen } = useData<SeenAnswer>(`orders/${orderNo}/seen?revision=${revision}`);
  if (!state || !seen) return null;
  const fields = [...state.fields.filter(({ label }) => LINES.includes(label)), { label: '最近一封信', value: lastMail(seen) }];
  return (
    <dl aria-label="摘要" className="num grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 text-sm wide:grid-cols-[9rem_1fr]">
      {fields.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd>
            <WithOrders text={value} own={orderNo} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
