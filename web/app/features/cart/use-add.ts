import type { PriceTier } from '@nordhaut/contracts';
import { useState } from 'react';
import { ADDED_TO_CART } from '../../lib/messages.ts';
import { addToCart } from '../../lib/stores/cart.ts';
import { preloadJumpBar } from './jump-bar.tsx';
import { openJumpBar } from '../../lib/stores/jump-bar.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { useIntent } from '../../lib/use-intent.ts';

type Item = { productId: number; nameZh: string; quantity?: number; tier?: PriceTier };

/** Adds a product to the cart, then opens the jump bar. `jump: false` shows a toast instead, for example on the cart page. */
export function useAdd({ jump = true } = {}): { busy: boolean; add: (item: Item) => Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  const intent = useIntent();
  async function add({ productId, nameZh, quantity = 1, tier = 'ORIGIN' }: Item): Promise<boolean> {
    setBusy(true);
    if (jump) preloadJumpBar();
    const result = await intent(`${productId} ${tier} ${quantity}`, (key) => addToCart(productId, quantity, tier, key));
    setBusy(false);
    if (!result.ok) toast(result.message, 'error');
    else if (jump) openJumpBar(nameZh);
    else toast(ADDED_TO_CART, 'ok');
    return result.ok;
  }
  return { busy, add };
}
