import { openLighthouse, type PageReport } from './lighthouse.ts';
import { median, ms, type Figure } from './table.ts';

const PAGES = [
  ['home', '/'],
  ['list', '/product'],
  ['product', '/product/repair-essence'],
  ['article', '/blog/plum-rain-notes'],
  ['campaign', '/event/all-products-free-sample'],
  ['help', '/help/faq'],
  ['reviews', '/comments/product/repair-essence'],
  ['checkout', '/payment'],
  // The state after a reload: the cart has products, so the step stays.
  ['shipping', '/payment?to=SHIPPING'],
] as const;

/** Runs per page; the median counts, because a single run on a busy machine says little. */
const LOOKS = 3;

/** design/web.md, "Budgets and acceptance": score, ms, shift */
const AIM = { performance: 95, lcp: 2_000, cls: 0.02 };

/**
 * The content pages and the cart as a phone gets them: Lighthouse's slow phone, simulated, on a shop with its pages at `url` (its
 * origin). Needs Chromium (`scripts/lib/chromium.mjs`).
 */
export async function benchPages(url: string, looks = LOOKS): Promise<Figure[]> {
  const browser = await openLighthouse();
  const cookie = await cartCookie(url);
  try {
    const figures: Figure[] = [];
    for (const [name, path] of PAGES) {
      const isContent = !path.startsWith('/payment');
      const reports: PageReport[] = [];
      // The first run fills the caches that later visitors use: rendered pages and images.
      for (let look = 0; look <= looks; look++) {
        const others = look === 0 && isContent ? OTHERS : [];
        const report = await browser.look(url + path, ['performance', ...others], isContent ? undefined : cookie);
        if (look > 0 || looks === 0) reports.push(report);
        if (others.length > 0) figures.push(scoresOf(name, report));
      }
      figures.push(...figuresOf(name, reports));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** The cookie of a visitor with one product in the cart. */
async function cartCookie(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/cart/items`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ productId: 5, quantity: 1, tier: 'ORIGIN' }),
  });
  if (!answer.ok) throw new Error(`the cart answers ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** The scores that do not depend on the machine's load; `npm test` has them for three of the pages. */
const OTHERS = ['accessibility', 'best-practices', 'seo'] as const;

function scoresOf(name: string, { scores, failed }: PageReport): Figure {
  const values = OTHERS.map((category) => scores[category] ?? Number.NaN);
  const met = values.every((value) => value === 100);
  const what = `${name} page, Lighthouse accessibility / best practices / SEO`;
  return { what, value: `${values.join(' / ')}${met ? '' : `: ${failed.join('; ')}`}`, aim: '100 each', met };
}

function figuresOf(name: string, reports: readonly PageReport[]): Figure[] {
  const middle = (of: (report: PageReport) => number): number => median(reports.map(of));
  const performance = middle(({ scores }) => scores.performance ?? Number.NaN);
  const [lcp, tbt, cls] = [middle((report) => report.lcp), middle((report) => report.tbt), middle((report) => report.cls)];
  return [
    {
      what: `${name} page, Lighthouse performance on a simulated phone`,
      value: String(performance),
      aim: `≥ ${AIM.performance}`,
      met: performance >= AIM.performance,
    },
    { what: `${name} page, largest paint there`, value: `${ms(lcp)}, ${ms(tbt)} blocked`, aim: `≤ ${ms(AIM.lcp)}`, met: lcp <= AIM.lcp },
    { what: `${name} page, layout shift there`, value: cls.toFixed(3), aim: `≤ ${AIM.cls}`, met: cls <= AIM.cls },
  ];
}
