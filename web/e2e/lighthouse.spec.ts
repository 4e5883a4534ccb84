import { openLighthouse } from '../../scripts/bench/lighthouse.ts';
import { expect, test } from './harness/test.ts';

/** The scores that do not depend on the machine's load. `npm run bench` measures the speed of the same pages. */
test('accessibility, best practices and SEO are 100 on home, list and product', async ({ baseURL }) => {
  const lighthouse = await openLighthouse();
  try {
    for (const path of ['/', '/product', '/product/repair-essence']) {
      const { scores, failed } = await lighthouse.look(`${baseURL}${path}`, ['accessibility', 'best-practices', 'seo']);
      expect(scores, `${path}: ${failed.join('; ')}`).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
    }
  } finally {
    await lighthouse.close();
  }
});
