import { dayOf } from '@nordhaut/contracts';
import { PackAnswer, PackParams, type PackPurpose, PackRequest, SupportOrderParams } from '@nordhaut/contracts/support';
import { evidenceOf } from '@nordhaut/evidence';
import { orderStream } from '@nordhaut/ordering';
import type { Engine } from '@nordhaut/platform/engine';
import { refuse, type Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import type { fileLinks } from '../persons/link.ts';
import { staffIdOf } from '../staff/authorise.ts';
import type { ViewLog } from '../views.ts';
import { disputePart, type SentMail } from './dispute.ts';
import { openState } from './fold.ts';
import { packFiles, zipOf } from './pack.ts';

export type PackHttp = {
  engine: Pick<Engine, 'pool' | 'store' | 'categories' | 'config' | 'codec' | 'clock'>;
  history: OrderHistory;
  links: ReturnType<typeof fileLinks>;
  views: ViewLog;
  mails: (orderNo: string) => Promise<readonly SentMail[]>;
};

const tags = ['support'];
/** Of the link's subject. */
const LETTERS: Record<PackPurpose, string> = { HISTORY: 'H', CARD_DISPUTE: 'D' };
/**
 * The file's name. Only the pack for a card dispute names the buyer, so it has another name: nobody hands it out as the masked one.
 */
const NAMES: Record<PackPurpose, string> = { HISTORY: 'evidence', CARD_DISPUTE: 'card-dispute' };

/** The evidence pack of one order: a link for a reason and the second factor, then the file. */
export function packRoutes({ engine, history, links, views, mails }: PackHttp): Routes {
  const { codec, clock } = engine;

  async function packOf(orderNo: string, purpose: PackPurpose): Promise<Uint8Array | undefined> {
    const evidence = await evidenceOf(engine, orderStream(orderNo));
    const revision = evidence?.events.at(-1)?.revision;
    const [told, state, own] = await Promise.all([history.history(orderNo), history.state(orderNo, revision), history.own(orderNo)]);
    if (!evidence || !told || !state || !own) return undefined;
    const sentences = told.groups
      .flatMap(({ lines }) => lines.flatMap(({ event, more }) => [event, ...more]))
      // An event may have come since; the pack ends where its proof ends.
      .filter((event) => event.stream === orderStream(orderNo) && event.revision <= state.revision)
      .toSorted((one, other) => one.revision - other.revision);
    const madeAt = clock();
    const dispute = purpose === 'CARD_DISPUTE' ? disputePart(own.order, sentences, await mails(orderNo)) : undefined;
    const open = await openState(codec, evidence.events);
    return zipOf(await packFiles({ orderNo, madeAt, evidence, history: sentences, fields: state.fields, state: open, dispute }), madeAt);
  }

  return (app) => {
    app.post(
      '/api/support/orders/:orderNo/evidence',
      {
        schema: {
          params: SupportOrderParams,
          body: PackRequest,
          response: { 200: PackAnswer },
          summary: "A link to an order's evidence pack",
          tags,
        },
        // A stored answer would be a link that somebody else could find.
        config: { access: 'support', right: 'reveal', secondFactor: true, idempotency: 'off' },
      },
      async (request) => {
        const { orderNo } = request.params;
        const { purpose, reason } = request.body;
        if ((await history.revision(orderNo)) === undefined) return refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        await views(request, { action: 'EVIDENCE', orderNo, reason });
        const { token, until } = links.make(LETTERS[purpose] + orderNo, staffIdOf(request));
        return { path: `/api/support/evidence-packs/${token}`, until };
      },
    );
    app.get(
      '/api/support/evidence-packs/:token',
      {
        schema: {
          params: PackParams,
          response: { 200: { content: { 'application/zip': { schema: z.string() } } } },
          summary: "An order's evidence pack, a ZIP",
          tags,
        },
        config: { access: 'support', right: 'reveal', limit: 'expensive', wayOn: { path: '/console', text: messages.toConsole } },
      },
      async (request, reply) => {
        const subject = links.read(request.params.token, staffIdOf(request));
        if (subject === undefined) return refuse(404, 'ORDER_NOT_FOUND', messages.linkOver);
        const orderNo = subject.slice(1);
        const purpose = subject.startsWith(LETTERS.CARD_DISPUTE) ? 'CARD_DISPUTE' : 'HISTORY';
        await views(request, { action: 'EVIDENCE_FILE', orderNo });
        const zip = await packOf(orderNo, purpose);
        if (zip === undefined) return refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${NAMES[purpose]}-${orderNo}-${dayOf(clock())}.zip"`)
          .type('application/zip')
          .send(Buffer.from(zip) as unknown as string);
      },
    );
  };
}
