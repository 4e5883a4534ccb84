import { CONSENT_COOKIE, type ConsentGiven, consentText, FULL_CONSENT, NO_CONSENT } from '@nordhaut/contracts/consent';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const LANDING = 'https://shop.example/product/toner?utm_source=fb&fbclid=AbC_1.2-x';
let jar: Map<string, string>;
let decided: () => void;

/** What the visitor agrees to, on a page without the address of the click. */
async function agreeTo(given: ConsentGiven): Promise<void> {
  jar.set(CONSENT_COOKIE, consentText(given));
  if (decided) return decided();
  const { followConsent } = await import('./start.ts');
  followConsent();
}

beforeEach(() => {
  jar = new Map();
  vi.useFakeTimers({ now: Date.parse('2026-11-30T04:00:00Z') });
  vi.stubGlobal('location', { pathname: '/about', search: '', origin: 'https://shop.example', protocol: 'https:' });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'consent') decided = listener;
  });
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('window', {});
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: LANDING } as PerformanceEntry]);
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('document', {
    body: {},
    getElementById: () => null,
    get cookie() {
      return [...jar].map((pair) => pair.join('=')).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      jar.set(name, value);
    },
  });
  vi.doMock('./stores.ts', () => ({ followStores: () => () => {} }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  decided = undefined as never;
});

const CLICK = `fb.1.${Date.parse('2026-11-30T04:00:00Z')}.AbC_1.2-x`;

it("keeps the click of an advertisement for a visitor who agrees on a later page than the advertisement's", async () => {
  await agreeTo(FULL_CONSENT);
  expect(jar.get('_fbc')).toBe(CLICK);
});

it('keeps it for one who agrees to advertising later, and not for one who agrees to the rest alone', async () => {
  await agreeTo({ ...FULL_CONSENT, advertising: false });
  expect(jar.has('_fbc')).toBe(false);
  await agreeTo(FULL_CONSENT);
  expect(jar.get('_fbc')).toBe(CLICK);
});

it('leaves a click that is known with its time, and takes another one', async () => {
  jar.set('_fbc', 'fb.1.1700000000000.AbC_1.2-x');
  await agreeTo(FULL_CONSENT);
  expect(jar.get('_fbc')).toBe('fb.1.1700000000000.AbC_1.2-x');
  jar.set('_fbc', 'fb.1.1700000000000.other');
  await agreeTo(FULL_CONSENT);
  expect(jar.get('_fbc')).toBe(CLICK);
});

it('sets nothing without an agreement', async () => {
  await agreeTo(NO_CONSENT);
  expect(jar.has('_fbc')).toBe(false);
});
