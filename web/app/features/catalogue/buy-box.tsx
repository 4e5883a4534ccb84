import { formatMoney, type ProductCard } from '@nordhaut/contracts';
import type { RefObject } from 'react';
import { useAvailable } from '../../lib/stores/member.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Price } from '../../ui/price.tsx';
import { ProductPrices } from './product-prices.tsx';
import { QuantityStepper } from '../../ui/quantity-stepper.tsx';
import { StatusRegion } from '../../ui/status-region.tsx';
import { useAsTyped } from './as-typed.ts';
import { ADD, OUT_OF_STOCK } from './messages.ts';

type Props = {
  product: ProductCard;
  /** NT$; what the visitor pays for one piece */
  price: number;
  quantity: number;
  onQuantity: (quantity: number) => void;
  onAdd: () => void;
  busy: boolean;
  mainButton: RefObject<HTMLDivElement | null>;
};

/** Size, quantity, price and the main button of a product's page. */
export function BuyBox({ product, price, quantity, onQuantity, onAdd, busy, mainButton }: Props) {
  const { nameZh, prices, saves, sizes } = product;
  const available = useAvailable(product);
  const press = useAsTyped(onAdd);
  return (
    <div>
      <StatusRegion label="價格">
        {/* Reserves space for a second line of the sum. */}
        <p className="flex min-h-15 flex-wrap content-start items-baseline gap-x-4">
          <ProductPrices prices={prices} className="text-[1.75rem] leading-tight" />
          {saves && (
            <span className="saves num">
              比單買省 <span>{formatMoney(saves.ORIGIN)}</span>
              <span>{formatMoney(saves.MEMBER)}</span>
            </span>
          )}
          {quantity > 1 && (
            <span className="num text-sm whitespace-nowrap text-ink-2">
              {quantity} 件小計 <Price amount={price * quantity} className="font-semibold text-ink" />
            </span>
          )}
        </p>
      </StatusRegion>
      <div className="buy">
        {sizes.length > 1 && (
          <Field label="容量" required className="w-36">
            {(control) => (
              <select {...control} className="input num">
                {sizes.map((ml) => (
                  <option key={ml} value={ml}>
                    {ml} ml
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {available && <QuantityStepper of={nameZh} value={quantity} onChange={onQuantity} />}
        <div ref={mainButton}>
          <Button className="w-full" busy={busy} busyText="加入中…" disabled={!available} {...press}>
            {available ? ADD : OUT_OF_STOCK}
          </Button>
        </div>
      </div>
    </div>
  );
}
