import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capabilitiesOf, pureFilesOf, serviceFiles } from './layout.mjs';

const file = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const pure = pureFilesOf(serviceFiles());

test('every folder of services/ is a capability, except four', () => {
  const folders = readdirSync(file('services'));
  expect(capabilitiesOf(folders)).toEqual(expect.arrayContaining(['cart', 'checkout', 'ordering']));
  expect(folders.filter((folder) => !capabilitiesOf(folders).includes(folder))).toEqual([
    'contracts',
    'platform',
    'shop',
    'simulators',
    'tools',
  ]);
});

test('a file that decides or folds is a pure file', () => {
  for (const path of serviceFiles().filter((file) => capabilitiesOf([file.split('/')[1] ?? '']).length > 0)) {
    if (
      /^export (function|const) (decide|evolve|nextStep|isOpen|priceCart|moneyOf|displayStatus|statusOf)\b/m.test(
        readFileSync(file(path), 'utf8'),
      )
    )
      expect(pure, path).toContain(path);
  }
});

test('the pure files of today are matched', () => {
  expect(pure).toEqual(
    expect.arrayContaining([
      'services/cart/cart.decide.ts',
      'services/cart/cart.ts',
      'services/cart/lines.ts',
      'services/checkout/checkout.ts',
      'services/checkout/next-step.ts',
      'services/logistics/poller/next-due.ts',
      'services/logistics/status-codes.ts',
      'services/logistics/status-data/tcat.ts',
      'services/logistics/status-order.ts',
      'services/ordering/display-status.ts',
      'services/ordering/money.ts',
      'services/ordering/order-events.ts',
      'services/ordering/order.decide.ts',
      'services/ordering/order.ts',
      'services/ordering/parcel.decide.ts',
      'services/ordering/refund-amount.ts',
      'services/ordering/refund.decide.ts',
      'services/ordering/return.decide.ts',
      'services/payments/is-paid.ts',
      'services/promotions/price-cart.ts',
    ]),
  );
});

test('a pure name that matches no file is an error', () => {
  expect(() => pureFilesOf(serviceFiles().filter((path) => !path.endsWith('/next-step.ts') && !path.endsWith('/next-due.ts')))).toThrow(
    'next-[a-z-]+',
  );
});

test.each(pure)('%s has no clock, no random numbers and no environment', (path) => {
  expect(readFileSync(file(path), 'utf8')).not.toMatch(
    /Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|process\.(env|hrtime)|setTimeout\(/,
  );
});
