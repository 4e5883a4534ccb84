import type { ProductCard } from '@nordhaut/contracts';
import { useAvailable } from '../../lib/stores/member.ts';
import { Button } from '../../ui/button.tsx';
import { useAdd } from '../cart/use-add.ts';
import { ADD, OUT_OF_STOCK } from './messages.ts';

/** Adds one piece from a list. The accessible name has the product's name; a sold-out product has a text. */
export function AddButton({
  product,
  className = '',
}: {
  product: Pick<ProductCard, 'productId' | 'nameZh' | 'available'>;
  className?: string;
}) {
  const { busy, add } = useAdd();
  const { productId, nameZh } = product;
  const available = useAvailable(product);
  if (!available)
    return (
      <p
        className={`flex min-h-11 items-center justify-center rounded-2 border border-line bg-sunken px-2 text-sm text-ink-2 ${className}`}
      >
        {OUT_OF_STOCK}
      </p>
    );
  return (
    <Button
      look="line"
      busy={busy}
      busyText="加入中…"
      aria-label={`${ADD}：${nameZh}`}
      className={`px-2 ${className}`}
      onClick={() => void add({ productId, nameZh })}
    >
      {ADD}
    </Button>
  );
}
