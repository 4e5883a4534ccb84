import { type ChosenStore, ChosenStoreAnswer, ChosenStoreQuery, STORE_SUBTYPES, StoreMapAnswer, StoreMapQuery } from '@nordhaut/contracts';
import { type Routes, WAY_HOME } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import type { Carrier } from '../carrier.ts';
import { messages } from '../messages.ts';
import type { StoreChoice } from '../stores/store-choice.ts';
import type { StoreDirectory } from '../stores/store-directory.ts';
import { pageOf, storeChosenPage, storeRefusedPage } from './map-page.ts';
import { PATHS } from './paths.ts';

export type StoreRoutes = {
  carrier: Pick<Carrier, 'storeMapForm'>;
  directory: StoreDirectory;
  choice: StoreChoice;
  /** the shop's own address, without a trailing slash */
  publicUrl: string;
};

const Line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\p{C}<>]+$/u));
/** The form has no signature (providers §1.5), so every value has a limit here. */
const MapReply = z.object({
  ExtraData: z.string().check(z.regex(/^[a-z0-9]{20}$/)),
  CVSStoreID: z.string().check(z.regex(/^[A-Za-z0-9]{1,6}$/)),
  CVSStoreName: Line(20),
  CVSAddress: Line(100),
  LogisticsSubType: z.enum(STORE_SUBTYPES),
});

/** `group`: of the token, as in `Chooser` */
type Taken = ({ ok: true; store: ChosenStore } | { ok: false; status: 400 | 403; reason: string }) & { group: string | undefined };

/** The store map (spec/3-purchase-flow §7): its form, the return from the map, and the chosen store. */
export function storeRoutes({ carrier, directory, choice, publicUrl }: StoreRoutes): Routes {
  const { origin } = new URL(publicUrl);

  /** @param visitor of the posting browser; often absent, because a cross-site form sends no cookie */
  async function take(body: unknown, visitor: string | undefined, isGroup: boolean): Promise<Taken> {
    const token = z.object({ ExtraData: MapReply.shape.ExtraData }).safeParse(body);
    const holder = token.success ? await choice.holder(token.data.ExtraData) : undefined;
    const group = holder?.group;
    const invalid = { ok: false, status: 403, reason: messages.mapTokenInvalid, group } as const;
    // With another visitor's token an attacker would set the store of that visitor's order.
    if (holder === undefined || (visitor !== undefined && visitor !== holder.visitor)) return { ...invalid, group: undefined };
    if (isGroup !== (group !== undefined)) return invalid;
    const reply = MapReply.safeParse(body);
    const wrongStore = { ok: false, status: 400, reason: messages.mapStoreInvalid, group } as const;
    if (!reply.success || reply.data.LogisticsSubType !== holder.subtype) return wrongStore;
    const { ExtraData, ...posted } = reply.data;
    const verdict = await directory.validateStore(posted.CVSStoreID, posted.LogisticsSubType);
    if (verdict.kind === 'unknown-store') return wrongStore;
    // The carrier's own list has precedence for name and address.
    const listed = verdict.kind === 'known' ? verdict.store : undefined;
    const store = { ...posted, CVSStoreName: listed?.name || posted.CVSStoreName, CVSAddress: listed?.address || posted.CVSAddress };
    return (await choice.choose(ExtraData, store)) ? { ok: true, store, group } : invalid;
  }

  return (app) => {
    app.get(
      '/api/store-map',
      {
        schema: {
          querystring: StoreMapQuery,
          response: { 200: StoreMapAnswer },
          summary: 'The form that opens the store map',
          tags: ['delivery'],
        },
        // Each call stores a token.
        config: { access: 'public', limit: 'write' },
      },
      async (request, reply) => {
        const { subtype, device, group } = request.query;
        const token = await choice.issue({ visitor: reply.visitor(), group }, subtype);
        void reply.header('cache-control', 'no-store');
        return carrier.storeMapForm({
          subtype,
          // spec/3-purchase-flow §7: the map lists stores that take cash, for every kind of payment.
          collection: true,
          device: device === '1' ? 'mobile' : 'desktop',
          token,
          replyUrl: publicUrl + (group === undefined ? PATHS.mapBack : PATHS.mapBackGroup),
        });
      },
    );

    for (const path of [PATHS.mapBack, PATHS.mapBackGroup]) {
      app.post(
        path,
        {
          schema: { body: z.unknown(), hide: true },
          // The buyer's browser sends it, not the carrier's server.
          config: {
            access: 'provider',
            origin: 'any',
            form: 'text',
            idempotency: 'off',
            limit: 'write',
            // The group project's address is in the form, which may be what cannot be read.
            wayOn: path === PATHS.mapBack ? { path: pageOf(undefined), text: messages.mapBack } : WAY_HOME,
          },
        },
        async (request, reply) => {
          const taken = await take(request.body, request.knownVisitor(), path === PATHS.mapBackGroup);
          void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
          // The carrier's map is between this page and its opener. A stricter policy would remove `window.opener`, and the
          // page could not post its message.
          void reply.header('cross-origin-opener-policy', 'unsafe-none');
          if (!taken.ok) return reply.code(taken.status).send(storeRefusedPage(taken.reason, taken.group));
          return reply.send(storeChosenPage(taken.store, { origin, nonce: reply.nonce(), group: taken.group }));
        },
      );
    }

    app.get(
      '/api/chosen-store',
      {
        schema: {
          querystring: ChosenStoreQuery,
          response: { 200: ChosenStoreAnswer },
          summary: "The visitor's chosen store",
          tags: ['delivery'],
        },
        config: { access: 'public' },
      },
      async (request, reply) => {
        const visitor = request.knownVisitor();
        void reply.header('cache-control', 'no-store');
        return { store: visitor === undefined ? null : await choice.chosen({ visitor, group: request.query.group }) };
      },
    );

    app.delete(
      '/api/chosen-store',
      {
        schema: {
          querystring: ChosenStoreQuery,
          response: { 200: ChosenStoreAnswer },
          summary: 'Forget the chosen store',
          tags: ['delivery'],
        },
        config: { access: 'public' },
      },
      async (request) => {
        const visitor = request.knownVisitor();
        if (visitor !== undefined) await choice.clear({ visitor, group: request.query.group });
        return { store: null };
      },
    );
  };
}
