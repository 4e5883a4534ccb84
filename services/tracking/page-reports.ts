import type { Logger } from '@nordhaut/platform/telemetry';
import type { ConsentGiven } from '@nordhaut/contracts';
import type { CartReport } from './crm.ts';
import type { PageReport, ProviderCall, ReportProvider } from './provider.ts';
import type { openProviders } from './providers.ts';

/** Reports that wait at most. Events of pages are best effort: what exceeds the limit is dropped and counted. */
const MOST_WAITING = 1_000;
const CONCURRENCY = 4;

type Waiting = { provider: ReportProvider; call: ProviderCall };
export type PageReports = ReturnType<typeof pageReports>;

/** Sends events of pages without making the page wait. A failed call is not repeated, and nothing survives the process. */
export function pageReports(
  { all, crm, close }: ReturnType<typeof openProviders>,
  { log, finished }: { log: Pick<Logger, 'warn'>; finished: (provider: string, outcome: 'sent' | 'dropped') => void },
) {
  const waiting: Waiting[] = [];
  let working = 0;

  async function work(): Promise<void> {
    working++;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { provider, call } = next;
      const outcome = provider.outcomeOf(await provider.post(call));
      finished(provider.name, outcome.kind === 'sent' ? 'sent' : 'dropped');
      if (outcome.kind !== 'sent') log.warn({ provider: provider.name, reason: outcome.reason }, 'an event of a page was not reported');
    }
    working--;
  }

  function add(provider: ReportProvider, call: ProviderCall | undefined): void {
    if (!call) return;
    if (waiting.length >= MOST_WAITING) return finished(provider.name, 'dropped');
    waiting.push({ provider, call });
    if (working < CONCURRENCY) void work();
  }

  return {
    /** to the providers whose purpose was agreed to */
    event(given: ConsentGiven, report: PageReport): void {
      for (const provider of all) if (given[provider.purpose]) add(provider, provider.page(report));
    },
    /** @returns whether the CRM is on */
    cart(report: CartReport): boolean {
      if (crm) add(crm, crm.cart(report));
      return crm !== undefined;
    },
    hasCrm: crm !== undefined,
    close,
  };
}
