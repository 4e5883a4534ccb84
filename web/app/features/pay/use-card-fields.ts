import type { PaymentSetupAnswer } from '@nordhaut/contracts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { output } from 'zod/mini';
import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';
import { type CardSdk, type CardState, fieldStyles, getPrime, loadCardSdk, type PrimeResult } from './card-sdk.ts';

export type CardFieldName = 'number' | 'expiry' | 'ccv';
export type CardFields = {
  state: 'loading' | 'ready' | 'failed';
  card: CardState | undefined;
  containers: Record<CardFieldName, RefObject<HTMLDivElement | null>>;
  retry: () => void;
  canPay: () => boolean;
  prime: () => Promise<PrimeResult>;
};

/** Creates the processor's card fields in three containers of this page, once for each mount. */
export function useCardFields(wanted: boolean): CardFields {
  const containers = { number: useRef<HTMLDivElement>(null), expiry: useRef<HTMLDivElement>(null), ccv: useRef<HTMLDivElement>(null) };
  const [state, setState] = useState<CardFields['state']>('loading');
  const [card, setCard] = useState<CardState>();
  const [turn, setTurn] = useState(0);
  const sdk = useRef<CardSdk>(null);

  useEffect(() => {
    if (!wanted) return;
    // StrictMode runs this effect twice. The first run ends before its requests, so it creates no fields.
    let mounted = true;
    setState('loading');
    async function setUp(): Promise<void> {
      const setup = await call(
        withFields<output<typeof PaymentSetupAnswer>>('sdkUrl', 'appId', 'appKey', 'environment'),
        '/api/payment-setup',
      );
      if (!setup.ok) throw new Error(setup.code);
      const { sdkUrl, appId, appKey, environment } = setup.data;
      const loaded = await loadCardSdk(sdkUrl);
      const { number, expiry, ccv } = containers;
      if (!mounted || !number.current || !expiry.current || !ccv.current) return;
      loaded.setupSDK(appId, appKey, environment);
      loaded.card.setup({
        fields: {
          number: { element: number.current, placeholder: '**** **** **** ****' },
          expirationDate: { element: expiry.current, placeholder: 'MM / YY' },
          ccv: { element: ccv.current, placeholder: '背面後三碼' },
        },
        styles: fieldStyles(),
        isMaskCreditCardNumber: true,
        maskCreditCardNumberRange: { beginIndex: 6, endIndex: 11 },
      });
      // A copy, because React ignores an object that it already has.
      loaded.card.onUpdate((now) => mounted && setCard({ ...now }));
      sdk.current = loaded;
      setState('ready');
    }
    setUp().catch(() => mounted && setState('failed'));
    return () => {
      mounted = false;
      sdk.current = null;
      setCard(undefined);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the containers are refs; `turn` is a retry
  }, [wanted, turn]);

  return {
    state,
    card,
    containers,
    retry: useCallback(() => setTurn((now) => now + 1), []),
    canPay: () => sdk.current?.card.getTappayFieldsStatus().canGetPrime === true,
    prime: () => (sdk.current ? getPrime(sdk.current) : Promise.resolve({ status: -1, msg: 'SDK loading error' })),
  };
}
