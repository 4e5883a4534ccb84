import { referralCode } from '@nordhaut/contracts';
import {
  ExportQuery,
  FoundOrders,
  HistoryAnswer,
  RevealAnswer,
  RevealRequest,
  SearchRequest,
  SeenAnswer,
  StateAnswer,
  StateQuery,
  SupportOrderParams,
  VerifyAnswer,
} from '@nordhaut/contracts/support';
import { newestCheckpoint, verifyStream } from '@nordhaut/evidence';
import { type SearchedOrder, type OrderSearch, orderStream } from '@nordhaut/ordering';
import type { EventStore } from '@nordhaut/platform/event-store';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type pg from 'pg';
import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import type { ViewLog } from '../views.ts';
import { asLines, asTable } from './export.ts';
import { buyerSaw, type SeenDeps } from './seen.ts';
import type { OrderHistory } from './history.ts';
import { reasonFields, sealedTexts } from './sealed.ts';
import { personalFields } from './state-fields.ts';

type SearchOrders = (search: OrderSearch) => Promise<{ orders: SearchedOrder[]; cursor: string | null } | undefined>;
export type OrdersHttp = {
  history: OrderHistory;
  store: EventStore;
  pool: pg.Pool;
  views: ViewLog;
  search: SearchOrders;
  /** the member with this invite code */
  memberOfCode(code: string): Promise<string | undefined>;
} & Omit<SeenDeps, 'history'>;

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;

/** An order's history, its state at any revision, its check and its export (design/http-api). */
export function supportOrderRoutes({ history, store, pool, views, search, memberOfCode, ...seenDeps }: OrdersHttp): Routes {
  const seen = buyerSaw({ history, ...seenDeps });
  const unknown = (): never => refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);

  return (app) => {
    app.post(
      '/api/support/orders/search',
      {
        schema: { body: SearchRequest, response: { 200: FoundOrders }, summary: 'Find orders', tags },
        // A search changes nothing, and its body may name a person.
        config: { ...view, idempotency: 'off' },
      },
      async (request) => {
        const { q, filters, pickup, cursor } = request.body;
        const personal = [q, ...(pickup ? [`${pickup.store} ${pickup.phoneEnd}`] : [])].filter((text) => text !== '');
        if (personal.length > 0) await views(request, { action: 'SEARCH', reason: personal.join('、') });
        const code = referralCode(q);
        const memberId = code === undefined ? undefined : await memberOfCode(code);
        const found =
          (await search({ text: q, memberId, pickup, ...filters, cursor })) ?? refuse(400, 'VALIDATION_FAILED', messages.cursorInvalid);
        return {
          orders: found.orders.map(({ placedAt, touchedAt, ...order }) => ({
            ...order,
            placedAt: placedAt.toISOString(),
            touchedAt: touchedAt.toISOString(),
          })),
          cursor: found.cursor,
        };
      },
    );
    app.get(
      '/api/support/orders/:orderNo/events',
      { schema: { params: SupportOrderParams, response: { 200: HistoryAnswer }, summary: "An order's history", tags }, config: view },
      async (request) => {
        const { orderNo } = request.params;
        const found = (await history.history(orderNo)) ?? unknown();
        await views(request, { action: 'VIEW', orderNo });
        return found;
      },
    );
    app.get(
      '/api/support/orders/:orderNo/state',
      {
        schema: {
          params: SupportOrderParams,
          querystring: StateQuery,
          response: { 200: StateAnswer },
          summary: 'An order after one of its events',
          tags,
        },
        config: view,
      },
      async (request) => {
        const { orderNo } = request.params;
        const found = (await history.state(orderNo, request.query.revision)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.revisionUnknown);
        await views(request, { action: 'VIEW', orderNo });
        return found;
      },
    );
    app.get(
      '/api/support/orders/:orderNo/seen',
      {
        schema: {
          params: SupportOrderParams,
          querystring: StateQuery,
          response: { 200: SeenAnswer },
          summary: 'What the buyer saw after an event of the order',
          tags,
        },
        config: view,
      },
      async (request) => {
        const { orderNo } = request.params;
        const found = (await seen(orderNo, request.query.revision)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.revisionUnknown);
        await views(request, { action: 'VIEW', orderNo });
        return found;
      },
    );
    app.post(
      '/api/support/orders/:orderNo/reveal',
      {
        schema: {
          params: SupportOrderParams,
          body: RevealRequest,
          response: { 200: RevealAnswer },
          summary: "An order's personal data, for a reason",
          tags,
        },
        // An answer that is kept would be a second copy of the data.
        config: { access: 'support', right: 'reveal', idempotency: 'off' },
      },
      async (request) => {
        const { orderNo } = request.params;
        const { order, events } = (await history.own(orderNo)) ?? unknown();
        await views(request, { action: 'REVEAL', orderNo, reason: request.body.reason });
        const sent = await seenDeps.mails(orderNo);
        return {
          fields: [...personalFields(order), ...reasonFields(events)],
          events: sealedTexts(events),
          mails: sent.flatMap(({ id, mail }) => (mail ? [{ id, text: `收件地址：${mail.to}\n\n${mail.text}` }] : [])),
        };
      },
    );
    app.get(
      '/api/support/orders/:orderNo/verify',
      { schema: { params: SupportOrderParams, response: { 200: VerifyAnswer }, summary: "Check an order's history", tags }, config: view },
      async (request) => {
        const { orderNo } = request.params;
        const verified = await verifyStream(store, orderStream(orderNo));
        if (verified.ok && verified.events === 0) return unknown();
        await views(request, { action: 'VIEW', orderNo });
        const checkpoint = await newestCheckpoint(pool);
        const positions = checkpoint ? (await store.read(orderStream(orderNo))).map(({ position }) => position) : [];
        return {
          ok: verified.ok,
          events: verified.events,
          fault: verified.ok ? null : { revision: verified.fault.event.revision, reason: verified.fault.reason },
          checkpoint: checkpoint
            ? {
                size: checkpoint.size,
                writtenAt: checkpoint.writtenAt.toISOString(),
                // An event is never later in the tree than in the log, so these are covered for certain.
                covered: positions.filter((position) => position < BigInt(checkpoint.size)).length,
              }
            : null,
        };
      },
    );
    app.get(
      '/api/support/orders/:orderNo/export',
      {
        schema: {
          params: SupportOrderParams,
          querystring: ExportQuery,
          response: { 200: { content: { 'application/x-ndjson': { schema: z.string() }, 'text/csv': { schema: z.string() } } } },
          summary: "An order's events as a file, NDJSON or CSV",
          tags,
        },
        config: { access: 'support', right: 'reveal', secondFactor: true },
      },
      async (request, reply) => {
        const { orderNo } = request.params;
        const { format } = request.query;
        const events = await store.read(orderStream(orderNo));
        if (events.length === 0) return unknown();
        await views(request, { action: 'EXPORT', orderNo });
        return reply
          .header('content-disposition', `attachment; filename="${orderNo}.${format}"`)
          .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
          .send(format === 'csv' ? asTable(events) : asLines(events));
      },
    );
  };
}
