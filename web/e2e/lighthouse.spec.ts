import { openLighthouse } from '../../scripts/bench/lighthouse.ts';
import { expect, test } from './harness/test.ts';

/**
 * The scores that do not depend on the machine's load, of three kinds of page. `npm run bench -- --only pages` has them for the
 * other kinds, and the speed of all.
 */
const PATHS = ['/', '/product/repair-essence', '/blog/plum-rain-notes'];

// One worker, one browser.
test.describe.configure({ mode: 'default' });

for (const path of PATHS) {
  test(`accessibility, best practices and SEO of ${path} are 100`, async ({ kept, baseURL }) => {
    const lighthouse = await kept('lighthouse', openLighthouse, ({ close }) => close());
    const { scores, failed } = await lighthouse.look(`${baseURL}${path}`, ['accessibility', 'best-practices', 'seo']);
    expect(scores, failed.join('; ')).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
  });
}
