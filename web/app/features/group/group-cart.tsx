import { formatMoney, type GroupProduct, type groupSums } from '@nordhaut/contracts';
import { Badge } from '../../ui/badge.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { QuantityStepper } from '../../ui/quantity-stepper.tsx';
import { messages } from './messages.ts';

/** Id of the part to which the store map returns, and of its error. */
export const CART_ID = 'group-cart';

type Props = {
  products: readonly GroupProduct[];
  cart: Record<string, number>;
  sums: ReturnType<typeof groupSums>;
  onChange: (productId: number, quantity: number) => void;
  error: string | undefined;
};

export function GroupCart({ products, cart, sums, onChange, error }: Props) {
  return (
    <section id={CART_ID} tabIndex={-1} aria-labelledby="group-cart-title">
      <h2 id="group-cart-title" className="text-h2">
        選購商品
      </h2>
      <ul className="mt-4 border-t border-line">
        {products.map(({ productId, nameZh, image, groupPrice }) => (
          <li key={productId} className="flex flex-wrap items-center justify-end gap-3 border-b border-line py-4 wide:gap-x-4">
            <div className="size-16 shrink-0 overflow-clip rounded-2 bg-sunken">
              {image && <Picture image={image} alt="" sizes="64px" className="size-full object-cover" />}
            </div>
            <div className="min-w-0 grow basis-24">
              <p className="font-semibold">{nameZh}</p>
              {groupPrice !== null && <p className="num text-sm text-ink-2">{formatMoney(groupPrice)}</p>}
            </div>
            {groupPrice === null ? (
              <p className="flex items-center gap-3">
                <Badge look="amber">{messages.gift}</Badge>
                <span className="num">× {sums.gifts.includes(productId) ? 1 : 0}</span>
              </p>
            ) : (
              <QuantityStepper of={nameZh} value={cart[productId] ?? 0} min={0} onChange={(quantity) => onChange(productId, quantity)} />
            )}
          </li>
        ))}
      </ul>
      <FieldError id={`${CART_ID}-error`} error={error} />
    </section>
  );
}
