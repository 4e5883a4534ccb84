import type { Logger } from '@nordhaut/platform/telemetry';
import type { Consent, Consents } from './consents.ts';
import type { CartReport } from './crm.ts';
import type { PageReport, ProviderCall, ReportProvider } from './provider.ts';
import type { openProviders } from './providers.ts';

/** Reports that wait at most. Events of pages are best effort: what exceeds the limit is dropped and counted. */
const MOST_WAITING = 1_000;
const CONCURRENCY = 4;

type Waiting = { consentId: string; provider: ReportProvider; call: ProviderCall };
type Deps = {
  consents: Pick<Consents, 'byIds'>;
  log: Pick<Logger, 'warn'>;
  finished: (provider: string, outcome: 'sent' | 'dropped') => void;
};
export type PageReports = ReturnType<typeof pageReports>;

/**
 * Sends events of pages without making the page wait. A failed call is not repeated, and nothing survives the process. The
 * consent is asked again before each call: with a slow provider, minutes may be between an event and its report.
 */
export function pageReports({ all, crm, close }: ReturnType<typeof openProviders>, { consents, log, finished }: Deps) {
  const waiting: Waiting[] = [];
  let working = 0;

  async function work(): Promise<void> {
    working++;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name } = next.provider;
      const failure = await send(next).catch((error: unknown) => (error as Error).message);
      finished(name, failure === undefined ? 'sent' : 'dropped');
      if (failure !== undefined) log.warn({ provider: name, reason: failure }, 'an event of a page was not reported');
    }
    working--;
  }

  /** @returns why it was not sent */
  async function send({ consentId, provider, call }: Waiting): Promise<string | undefined> {
    const given = (await consents.byIds([consentId])).get(consentId);
    if (!given?.[provider.purpose]) return 'WITHDRAWN';
    const outcome = provider.outcomeOf(await provider.post(call));
    return outcome.kind === 'sent' ? undefined : outcome.reason;
  }

  function add(consentId: string, provider: ReportProvider, call: ProviderCall | undefined): void {
    if (!call) return;
    if (waiting.length >= MOST_WAITING) return finished(provider.name, 'dropped');
    waiting.push({ consentId, provider, call });
    if (working < CONCURRENCY) void work();
  }

  return {
    /** to the providers whose purpose was agreed to */
    event({ id, given }: Consent, report: PageReport): void {
      for (const provider of all) if (given[provider.purpose]) add(id, provider, provider.page(report));
    },
    /** @returns whether the CRM is on */
    cart({ id }: Consent, report: CartReport): boolean {
      if (crm) add(id, crm, crm.cart(report));
      return crm !== undefined;
    },
    hasCrm: crm !== undefined,
    close,
  };
}
