import { formatMoney, type PriceTier } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';

type OrderLineProps = {
  line: { nameZh: string; tier: PriceTier; quantity: number; unitPrice: number; subtotal: number };
  picture: ReactNode;
  /** a small line above the name */
  above?: ReactNode;
};

/** A line of an order with its amount, as an item of a list. */
export function OrderLine({ line: { nameZh, tier, quantity, unitPrice, subtotal }, picture, above }: OrderLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b border-line py-3">
      {picture}
      <div className="min-w-0 flex-[1_1_5rem]">
        {above}
        <p className="font-semibold">
          {nameZh} {tier === 'ADDITIONAL' && <Badge look="amber">加購</Badge>}
        </p>
        <p className="num text-sm text-ink-2">
          {formatMoney(unitPrice)} × {quantity}
        </p>
      </div>
      <p className="num ms-auto whitespace-nowrap">{formatMoney(subtotal)}</p>
    </li>
  );
}
