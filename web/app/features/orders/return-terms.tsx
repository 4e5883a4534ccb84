import type { OrderAnswer } from '@nordhaut/contracts';
import { keptGiftsText } from './kept-gifts.ts';
import { deadlineText } from './return-period.ts';

/** The conditions of a return: goods, period and state (decisions.md 39, 41, 65). */
export function ReturnTerms({ order }: { order: OrderAnswer['order'] }) {
  const kept = keptGiftsText(order);
  return (
    <div className="grid gap-4">
      <div>
        <h3 className="mb-2 font-sans text-base font-semibold">退貨商品</h3>
        <ul className="border-t border-line">
          {order.items.map(({ productId, tier, nameZh, quantity }) => (
            <li key={`${productId}-${tier}`} className="num flex justify-between gap-4 border-b border-line py-2">
              <span>{nameZh}</span>
              <span>× {quantity}</span>
            </li>
          ))}
        </ul>
      </div>
      <ul className="grid list-disc gap-1.5 ps-5 text-sm text-pretty text-ink-2">
        <li className="font-semibold break-keep text-ink">{deadlineText(order.facts.returnDeadline)}</li>
        <li>以整筆訂單退貨；期限內不需理由，{kept ? '除了未寄回的贈品之外，' : '也'}不扣除任何費用。</li>
        <li>商品請保持未拆封；已拆封的商品可能不予受理。試用品與 05 緊緻精華液（15 ml）除外，拆封後也可以退。</li>
        {kept && <li>{kept}</li>}
        <li>請將發票一併寄回；找不到發票時仍可申請。</li>
      </ul>
    </div>
  );
}
