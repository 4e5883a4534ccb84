import { useEffect, useRef } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../orders/copy-button.tsx';
import { OrderNumber } from '../orders/order-number.tsx';
import { messages } from './messages.ts';

/** After the order. The number opens the look-up, where the order can be followed. */
export function GroupResult({ orderNo }: { orderNo: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className="page grid max-w-2xl justify-items-center gap-4 py-16 text-center desk:py-24">
      <h1 ref={heading} tabIndex={-1} className="text-h2">
        {messages.result}
      </h1>
      <p className="flex flex-wrap items-center justify-center gap-x-3">
        訂單編號
        <strong>
          <OrderNumber orderNo={orderNo} />
        </strong>
        <CopyButton text={orderNo} what="訂單編號" />
      </p>
      <p className="text-ink-2">商品送達門市後，我們會以電子郵件通知您取貨，請於取貨時付款。</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <LinkButton to="/product">{messages.onward}</LinkButton>
        <LinkButton look="line" to={`/search-order?id=${orderNo}`}>
          查看訂單
        </LinkButton>
      </div>
    </div>
  );
}
