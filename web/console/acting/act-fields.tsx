import type { ActsAnswer, OrderAct } from '@nordhaut/contracts/support';
import { Labelled } from '../lib/ui.tsx';
import { ABROAD, CANCELLATIONS, money, REJECTIONS } from './words.ts';

type Props = { act: OrderAct; acts: ActsAnswer; edit: (act: OrderAct) => void };

/** What an act needs beside its reason. */
export function ActFields({ act, acts, edit }: Props) {
  switch (act.type) {
    case 'reject-return':
      return (
        <Choice
          label="婉拒原因（顧客會看到）"
          options={REJECTIONS}
          value={act.rejection}
          choose={(rejection) => edit({ ...act, rejection })}
        />
      );
    case 'cancel':
      return (
        <Choice
          label="取消原因"
          options={CANCELLATIONS}
          value={act.cancellation}
          choose={(cancellation) => edit({ ...act, cancellation })}
        />
      );
    case 'parcel-abroad':
      return <Choice label="包裹狀態（顧客會立即看到）" options={ABROAD} value={act.code} choose={(code) => edit({ ...act, code })} />;
    case 'goodwill':
      return (
        <Whole
          label="退款金額（NT$）"
          hint={`最多 ${money(acts.available)}`}
          max={acts.available}
          value={act.amount}
          set={(amount) => edit({ ...act, amount: Math.max(1, amount) })}
        />
      );
    case 'receive-return':
      return acts.gifts.map(({ productId, name, quantity, value }) => (
        <Whole
          key={productId}
          label={`未退回的贈品：${name}`}
          hint={`共 ${quantity} 件，每件扣 ${money(value)}`}
          max={quantity}
          value={act.keptGifts[String(productId)] ?? 0}
          set={(pieces) => edit({ ...act, keptGifts: { ...act.keptGifts, [String(productId)]: pieces } })}
        />
      ));
    default:
      return null;
  }
}

function Choice<Code extends string>({
  label,
  options,
  value,
  choose,
}: {
  label: string;
  options: Record<Code, string>;
  value: Code;
  choose: (code: Code) => void;
}) {
  return (
    <Labelled label={label}>
      {(control) => (
        <select {...control} className="input" value={value} onChange={(event) => choose(event.target.value as Code)}>
          {Object.entries<string>(options).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Whole(props: { label: string; hint: string; max: number; value: number; set: (value: number) => void }) {
  const { label, hint, max, value, set } = props;
  return (
    <Labelled label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          min={0}
          max={max}
          step={1}
          className="input"
          value={value}
          onChange={(event) => set(Math.trunc(Number(event.target.value)) || 0)}
        />
      )}
    </Labelled>
  );
}
