import { type CartItem, type DeliveryType, PriceFigures, type Quote } from '@nordhaut/contracts';
import { useCallback, useEffect, useState } from 'react';
import { type ApiFailure, call } from '../../lib/api.ts';
import type { SeenPrice } from '../checkout/fields.ts';
import type { Step } from '../checkout/flow.ts';
import { useSession } from '../checkout/session.ts';
import { contentsKey, hasMain } from './cart-lines.ts';

/** The lines and the delivery that a price belongs to, as text. The order of the lines does not matter. */
export const priceSubject = (items: readonly CartItem[], delivery: DeliveryType): string => `${delivery}|${contentsKey(items)}`;

/** NT$ */
export type PriceChange = { from: number; to: number };

/**
 * The change of price that the buyer must confirm before payment (design/web.md, "Payment"): the same lines and delivery
 * have another price than the buyer saw. A change that the buyer made (a quantity, the delivery) needs no confirmation.
 */
export function priceChange(seen: SeenPrice | undefined, now: SeenPrice): PriceChange | undefined {
  return seen && seen.of === now.of && seen.price !== now.price ? { from: seen.price, to: now.price } : undefined;
}

export type CartPrice = {
  /** the server's last quote; of an older cart while `busy` */
  quote: Quote | undefined;
  /** the price of this cart and delivery; undefined while it is unknown */
  now: SeenPrice | undefined;
  busy: boolean;
  failure: ApiFailure | undefined;
  /** requests a new quote */
  again: () => void;
};

type Known = { of: string; quote: Quote };

/**
 * The price of the cart. The server computes it, and this is the only place that requests it: whenever the cart or the
 * delivery changes, and on `again`.
 */
export function useCartPrice(items: readonly CartItem[], delivery: DeliveryType): CartPrice {
  const [known, setKnown] = useState<Known>();
  const [failed, setFailed] = useState<{ of: string; failure: ApiFailure }>();
  const [turn, setTurn] = useState(0);
  const [asking, setAsking] = useState(false);
  const payable = hasMain(items);
  const of = priceSubject(items, delivery);

  useEffect(() => {
    if (!payable) return;
    const gone = new AbortController();
    setAsking(true);
    void call(PriceFigures, '/api/getPrice/', { method: 'POST', body: { items, portType: delivery }, signal: gone.signal }).then(
      (result) => {
        if (gone.signal.aborted) return;
        setAsking(false);
        if (result.ok) {
          setKnown({ of, quote: result.data });
          setFailed(undefined);
        } else setFailed({ of, failure: result });
      },
    );
    return () => gone.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- `of` stands for items and delivery; `turn` requests a new quote
  }, [of, payable, turn]);

  const again = useCallback(() => setTurn((now) => now + 1), []);
  const quote = payable ? known?.quote : undefined;
  const failure = payable && failed?.of === of ? failed.failure : undefined;
  return {
    quote,
    now: quote && known?.of === of ? { of, price: quote.price } : undefined,
    busy: payable && !failure && (asking || known?.of !== of),
    failure: asking ? undefined : failure,
    again,
  };
}

/**
 * Requests the price again on the pay step and returns the change that the buyer must confirm there; `accept` confirms it.
 * @param mismatch the server refused the order because its amount was wrong
 * @param leaving the order was placed: the emptied cart changes nothing
 */
export function usePriceChange(
  { now, again }: CartPrice,
  { step, mismatch, leaving }: { step: Step; mismatch: boolean; leaving: boolean },
): { change: PriceChange | undefined; accept: () => void } {
  const seen = useSession((session) => session.seen);
  const accept = (): void => void (now && useSession.setState({ seen: now }));
  const known = now && seen?.of === now.of && seen.price === now.price;
  useEffect(() => {
    // The cart step shows the price, so the buyer has seen it. On later steps only the buyer may accept a new price.
    if (now && !known && !leaving && (step === 'CART' || seen?.of !== now.of)) accept();
  });
  useEffect(() => {
    if (step === 'PAY') again();
  }, [step, mismatch, again]);
  return { change: now && step === 'PAY' ? priceChange(seen, now) : undefined, accept };
}
