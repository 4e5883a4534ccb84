import type { CartItem } from '@nordhaut/contracts';
import { removeCartItem } from '../../lib/stores/cart.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Price } from '../../ui/price.tsx';
import { useAdd } from './use-add.ts';
import { type AdditionalOffer, hasMain } from './cart-lines.ts';
import { LinePicture } from './cart-table.tsx';
import { headings, messages } from '../checkout/messages.ts';

/** Products that can be added at a lower price to a main product, each once (spec/3-purchase-flow §5, "Cart"). */
export function AdditionalList({ offers, items }: { offers: readonly AdditionalOffer[]; items: readonly CartItem[] }) {
  if (offers.length === 0) return null;
  const added = items.filter(({ tier }) => tier === 'ADDITIONAL');
  async function clear(): Promise<void> {
    for (const { productId } of added) {
      const result = await removeCartItem(productId, 'ADDITIONAL');
      if (!result.ok) return toast(result.message, 'error');
    }
    toast('已清除全部加購商品');
  }
  return (
    <section aria-labelledby="additional-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="additional-heading" className="text-h3">
          {headings.additional}
        </h2>
        {added.length > 1 && (
          <button type="button" onClick={() => void clear()} className="link min-h-11">
            清除全部加購
          </button>
        )}
      </div>
      <ul className="grid gap-3 wide:grid-cols-2">
        {offers.map((offer) => (
          <Offer key={offer.product.productId} offer={offer} payable={hasMain(items)} />
        ))}
      </ul>
    </section>
  );
}

function Offer({ offer: { product, price, added }, payable }: { offer: AdditionalOffer; payable: boolean }) {
  const { busy, add } = useAdd({ jump: false });
  const { productId, nameZh, images, step, prices } = product;
  const onAdd = () => (payable ? void add({ productId, nameZh, tier: 'ADDITIONAL' }) : toast(messages.needsMainProduct, 'error'));
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-3 border border-line bg-surface p-3">
      <LinePicture image={images[0]} tone={step} />
      <div className="min-w-0 grow basis-28">
        <p className="leading-snug font-semibold">{nameZh}</p>
        <Price amount={price} was={prices.ORIGIN} className="text-sm" />
      </div>
      <Button look="line" busy={busy} busyText="加入中…" disabled={added} onClick={onAdd} className="ms-auto shrink-0 px-4!">
        {added ? messages.alreadyAdded : '加購'}
        <span className="sr-only">：{nameZh}</span>
      </Button>
    </li>
  );
}
