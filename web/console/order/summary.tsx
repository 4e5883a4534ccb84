import type { SeenAnswer, StateAnswer } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { WithOrders } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

type Field = StateAnswer['fields'][number];

const NONE = '—';
/** The lines of the state that answer most calls. `ALWAYS`: also where there is nothing to say. */
const MONEY = ['付款', '訂單金額', '優惠券與折扣', '已收', '已退', '本店尚須退給顧客', '決定退款，尚未入帳', '銀行交易編號'];
const PARCEL = ['配送', '查件號碼', '包裹狀態', '取貨門市', '交給物流', '顧客收到', '退貨', '取消'];
const ALWAYS: ReadonlySet<string> = new Set(['包裹狀態', '交給物流', '顧客收到']);

const lastMail = ({ mails }: SeenAnswer): string => {
  const last = mails.at(-1);
  return last ? `${last.subject ?? '（主旨已刪除）'}，${shownTime(last.sentAt)}` : NONE;
};

const linesOf = (fields: readonly Field[], labels: readonly string[]): Field[] =>
  labels.flatMap((name) => fields.filter(({ label, value }) => label === name && (value !== NONE || ALWAYS.has(name))));

/** The newest state in a few lines: the money, the parcel, and what the buyer was told. */
export function Summary({ orderNo, revision }: { orderNo: string; revision: number }) {
  const { data: state } = useData<StateAnswer>(`orders/${orderNo}/state?revision=${revision}`);
  const { data: seen } = useData<SeenAnswer>(`orders/${orderNo}/seen?revision=${revision}`);
  if (!state || !seen) return null;
  const told = [
    ...(seen.storeChange ? [{ label: '門市變更通知', value: seen.storeChange }] : []),
    { label: '最近一封信', value: lastMail(seen) },
  ];
  return (
    <div className="grid items-start gap-3 wide:grid-cols-2">
      <Lines orderNo={orderNo} name="金額" fields={linesOf(state.fields, MONEY)} />
      <Lines orderNo={orderNo} name="包裹與通知" fields={[...linesOf(state.fields, PARCEL), ...told]} />
    </div>
  );
}

function Lines({ orderNo, name, fields }: { orderNo: string; name: string; fields: readonly Field[] }) {
  return (
    <section aria-label={name} className="panel">
      <h2 className="text-base">{name}</h2>
      <dl className="num grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 text-sm">
        {fields.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd>
              <WithOrders text={value} own={orderNo} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
