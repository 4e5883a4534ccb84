import { type CartItem, type DeliveryType, PriceAnswer, type Quote } from '@nordhaut/contracts';
import { useCallback, useEffect, useState } from 'react';
import { type ApiFailure, call } from '../../lib/api.ts';
import { hasMain } from './cart-lines.ts';
import { priceSubject } from './pay-amount.ts';

export type Priced = {
  /** the last price; of an older cart while `busy` */
  quote: Quote | undefined;
  /** what `quote` is a price of (`priceSubject`) */
  of: string | undefined;
  busy: boolean;
  failure: ApiFailure | undefined;
  /** Asks again: after a failure, or because the price may have changed. */
  again: () => void;
};

type Known = { quote: Quote; of: string };

/** The server's price of the cart, asked anew whenever cart or delivery change. */
export function useQuote(items: readonly CartItem[], delivery: DeliveryType): Priced {
  const [known, setKnown] = useState<Known>();
  const [failure, setFailure] = useState<{ of: string; failure: ApiFailure }>();
  const [turn, setTurn] = useState(0);
  const [asking, setAsking] = useState(false);
  const payable = hasMain(items);
  const of = priceSubject(items, delivery);

  useEffect(() => {
    if (!payable) return;
    const gone = new AbortController();
    setAsking(true);
    void call(PriceAnswer, '/api/getPrice/', { method: 'POST', body: { items, portType: delivery }, signal: gone.signal }).then(
      (result) => {
        if (gone.signal.aborted) return;
        setAsking(false);
        if (result.ok) {
          setKnown({ quote: result.data, of });
          setFailure(undefined);
        } else setFailure({ of, failure: result });
      },
    );
    return () => gone.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- `of` stands for items and delivery; `turn` asks again
  }, [of, payable, turn]);

  const again = useCallback(() => setTurn((now) => now + 1), []);
  const failed = payable && failure?.of === of ? failure.failure : undefined;
  return {
    quote: payable ? known?.quote : undefined,
    of: known?.of,
    busy: payable && !failed && (asking || known?.of !== of),
    failure: asking ? undefined : failed,
    again,
  };
}
