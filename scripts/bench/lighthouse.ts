import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../whole-shop/fixtures/free-port.ts';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export type PageReport = {
  /** 0 to 100 */
  scores: Partial<Record<Category, number>>;
  /** largest contentful paint on the simulated phone, ms */
  lcp: number;
  /** total blocking time, ms */
  tbt: number;
  cls: number;
  /** failed audits of the scored categories */
  failed: string[];
};

/** One browser for all pages. */
export async function openLighthouse(): Promise<{
  /** `cookie`: the visitor's, for pages that show a cart */
  look: (url: string, categories: readonly Category[], cookie?: string) => Promise<PageReport>;
  close: () => Promise<void>;
}> {
  const port = await freePort();
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  return {
    // Lighthouse's defaults: a simulated slow phone on a slow network.
    look: async (url, categories, cookie) => {
      for (let attempt = 1; ; attempt++) {
        const result = await lighthouse(url, {
          port,
          output: 'json',
          logLevel: 'error',
          onlyCategories: [...categories],
          // The picture of the whole page is for Lighthouse's own report, which is not written here.
          disableFullPageScreenshot: true,
          ...(cookie && { extraHeaders: { cookie } }),
        });
        if (!result) throw new Error(`Lighthouse has nothing to say about ${url}`);
        // Sometimes a trace has no start event. That run says nothing about the page.
        if (result.lhr.runtimeError?.code !== 'NO_NAVSTART' || attempt === 3) return report(result.lhr);
      }
    },
    close: () => browser.close(),
  };
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function report({ categories, audits, runtimeError }: Result): PageReport {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const value = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  const weighted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]),
  );
  return {
    scores: Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)])),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    failed: weighted.flatMap((audit) =>
      audit && audit.score !== null && audit.score < 1
        ? [`${audit.id}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`]
        : [],
    ),
  };
}
