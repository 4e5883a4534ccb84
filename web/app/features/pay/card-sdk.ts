/** The part of the card processor's browser SDK that checkout uses (providers §2.2). */
export type FieldState = 0 | 1 | 2 | 3;
export type CardState = {
  canGetPrime: boolean;
  hasError: boolean;
  cardType: string;
  status: { number: FieldState; expiry: FieldState; ccv: FieldState };
};
export type PrimeResult = { status: number; msg: string; card?: { prime: string } };

type Styles = Record<string, Record<string, string>>;
type CardConfig = {
  fields: Record<'number' | 'expirationDate' | 'ccv', { element: HTMLElement; placeholder: string }>;
  styles: Styles;
  isMaskCreditCardNumber: boolean;
  maskCreditCardNumberRange: { beginIndex: number; endIndex: number };
};
export type CardSdk = {
  setupSDK(appId: number, appKey: string, environment: 'sandbox' | 'production'): void;
  card: {
    setup(config: CardConfig): void;
    onUpdate(callback: (state: CardState) => void): void;
    getTappayFieldsStatus(): CardState;
    getPrime(callback: (result: PrimeResult) => void): void;
  };
};

/** ms after which loading the SDK has failed */
const LOAD_TIME = 15_000;
const loading = new Map<string, Promise<CardSdk>>();

/** Loads the SDK once for each page. Rejects on failure; the next call tries again. */
export function loadCardSdk(url: string): Promise<CardSdk> {
  const known = loading.get(url);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<CardSdk>((resolve, reject) => {
    const give = (reason: string) => reject(new Error(`card SDK: ${reason}`));
    const timer = setTimeout(give, LOAD_TIME, 'timeout');
    script.src = url;
    script.async = true;
    script.addEventListener('error', () => give('not loaded'));
    script.addEventListener('load', () => {
      clearTimeout(timer);
      const sdk = (window as { TPDirect?: CardSdk }).TPDirect;
      if (sdk) resolve(sdk);
      else give('not defined');
    });
  });
  loading.set(url, loaded);
  loaded.catch(() => {
    loading.delete(url);
    script.remove();
  });
  document.head.append(script);
  return loaded;
}

/** The one-time token for the card in the fields, valid for 90 seconds: request it last. */
export const getPrime = (sdk: CardSdk): Promise<PrimeResult> => new Promise((resolve) => sdk.card.getPrime(resolve));

/** The fields' colours. The fields are documents of another origin, so the shop's stylesheet does not apply to them. */
export function fieldStyles(): Styles {
  const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return {
    input: { color: token('--color-ink'), 'font-size': '16px', 'letter-spacing': '0.02em' },
    '.invalid': { color: token('--color-danger') },
  };
}
