import type { OrderAnswer } from '@nordhaut/contracts';
import { givenBack } from './goes-back.ts';
import { headings } from './messages.ts';

/** The steps after an application, with their periods (spec/2-accounts-and-members §4, "Return process"). */
export function ReturnSteps({
  order,
  approved = false,
  received = false,
}: {
  order: OrderAnswer['order'];
  approved?: boolean;
  /** The goods are back, so only the money is missing. */
  received?: boolean;
}) {
  const paidBack = givenBack(order);
  if (received) return <p>已收到退回的商品，檢查後 3 個工作天內{paidBack}。</p>;
  return (
    <div>
      <h3 className="font-sans text-base font-semibold">{approved ? headings.next : headings.returnSteps}</h3>
      <ol className="list-decimal ps-5 text-sm text-ink-2">
        {!approved && <li>客服審核您的申請，結果會顯示在這一頁，有留電子郵件時也會寄信通知您。</li>}
        <li>{approved ? '' : '審核通過後 '}1–3 個工作天內收回商品。</li>
        <li>收到並檢查商品後 3 個工作天內，{paidBack}。</li>
      </ol>
    </div>
  );
}
