import { formatMoney } from '@nordhaut/contracts';
import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { stepPath } from './flow.ts';
import { headings, messages } from './messages.ts';

/** Stops before anything is charged: another price than the buyer saw. NT$. */
export function PriceChange({ from, to, onAccept }: { from: number; to: number; onAccept: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [to]);
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="grid gap-3 rounded-3 border-2 border-amber bg-amber-soft p-5">
      <h2 className="text-h3">{headings.priceChanged}</h2>
      <p>{messages.amountChanged}</p>
      <p className="num text-lg">
        <span className="sr-only">原本 </span>
        <del className="text-ink-2">{formatMoney(from)}</del>
        <span aria-hidden> → </span>
        <span className="sr-only">，現在 </span>
        <strong>{formatMoney(to)}</strong>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAccept}>同意新的金額 {formatMoney(to)}</Button>
        <LinkButton look="line" to={stepPath('CART')}>
          回購物車查看
        </LinkButton>
      </div>
    </div>
  );
}
