import { type KeyObject, randomUUID } from 'node:crypto';
import { accountCartId, cartDecider, cartStream, paidTier } from '@nordhaut/cart';
import { ReportCartAnswer, ReportCartRequest, reportedPath, ReportEventsAnswer, ReportEventsRequest } from '@nordhaut/contracts';
import type { PageEvent } from '@nordhaut/contracts/tracking';
import type { Commands } from '@nordhaut/platform/envelope';
import type { Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { contextOf } from './browser-context.ts';
import type { Consents } from './consents.ts';
import type { PageReports } from './page-reports.ts';
import { memberKey } from './report.ts';

export type ReportHttp = {
  consents: Consents;
  reports: PageReports;
  commands: Pick<Commands, 'load'>;
  product: (productId: number) => { contentId: string; prices: Readonly<Record<string, number | null>> } | undefined;
  key: KeyObject;
  clock: () => Date;
  publicUrl: string;
};

/** What pages report, for those who agreed. Nothing is stored, and without consent nothing happens. */
export function reportRoutes({ consents, reports, commands, product, key, clock, publicUrl }: ReportHttp): Routes {
  const keyOf = ({ actor }: FastifyRequest): string | undefined => (actor?.kind === 'member' ? memberKey(key, actor.id) : undefined);
  const contentIdsOf = ({ params }: PageEvent): Map<string, string> => {
    const items = 'items' in params ? params.items : [];
    return new Map(items.map(({ item_id: id }) => [id, product(Number(id))?.contentId ?? id]));
  };

  return (app) => {
    app.addHook('onClose', () => reports.close());

    app.post(
      '/api/capi/',
      {
        schema: {
          body: ReportEventsRequest,
          response: { 200: ReportEventsAnswer },
          summary: 'Report events of a page',
          description:
            'The server forwards them to the providers whose purpose the visitor agreed to, with its own time, address and agent. A purchase is not accepted: the server reports purchases itself.',
          tags: ['consent'],
        },
        config: { access: 'public', form: 'json', idempotency: 'off' },
      },
      async (request) => {
        const { data } = request.body;
        const consent = await consents.of(request);
        if (!consent) return { state: 200 as const, accepted: 0 };
        for (const { event_id: id, event_name: name, custom_data: params, path } of data) {
          const event = { name, params } as PageEvent;
          reports.event(consent, {
            id,
            occurredAt: clock(),
            event,
            contentIds: contentIdsOf(event),
            memberKey: keyOf(request),
            browser: contextOf(request, publicUrl, reportedPath(path)),
          });
        }
        return { state: 200 as const, accepted: data.length };
      },
    );

    app.post(
      '/api/accuhit/',
      {
        schema: {
          body: ReportCartRequest,
          response: { 200: ReportCartAnswer },
          summary: "Report the member's cart to the CRM",
          description: 'The cart is the one on the server, and the member is the one who is signed in.',
          tags: ['consent'],
        },
        config: { access: 'public', form: 'json', idempotency: 'off', limit: 'expensive' },
      },
      async (request) => {
        const no = { state: 200 as const, accepted: false };
        const { actor } = request;
        if (actor?.kind !== 'member' || !reports.hasCrm) return no;
        const consent = await consents.of(request);
        if (!consent?.given.crm) return no;
        const { state: cart } = await commands.load(cartStream(accountCartId(actor.id)), cartDecider);
        const items = (cart?.items ?? []).map(({ productId, quantity, tier }) => {
          const known = product(productId);
          return {
            productId: known?.contentId ?? String(productId),
            quantity,
            price: known?.prices[paidTier(tier, true, known.prices)] ?? 0,
          };
        });
        const accepted = reports.cart(consent, { id: randomUUID(), occurredAt: clock(), memberKey: memberKey(key, actor.id), items });
        return { state: 200 as const, accepted };
      },
    );
  };
}
