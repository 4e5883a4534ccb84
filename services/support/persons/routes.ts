import {
  Done,
  HoldRequest,
  PersonFileAnswer,
  PersonFileParams,
  PersonFileQuery,
  type PersonOutcome,
  type PersonRequest,
  PersonRequestAnswer,
  PersonRequestBody,
  PersonRequestParams,
  PersonRequests,
  ReasonRequest,
  SupportOrderParams,
} from '@nordhaut/contracts/support';
import { linkedWith, placeOrLiftHold } from '@nordhaut/ordering';
import { type ForgettingEngine, leftOf } from '@nordhaut/platform/forgetting';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import { staffIdOf } from '../staff/authorise.ts';
import type { ViewAction, ViewLog } from '../views.ts';
import { pageOf, personFile } from './file.ts';
import { forgetPerson, personsOf } from './forgetting.ts';
import { holderOf, isPhoneOf, ordersOfMember, type PersonSources } from './holder.ts';
import type { fileLinks } from './link.ts';
import { isRefused, isDone, outcomeOf } from './outcome.ts';
import type { PersonRequestStore, RequestRow } from './requests.ts';

export type PersonsHttp = {
  engine: ForgettingEngine;
  requests: PersonRequestStore;
  sources: PersonSources;
  links: ReturnType<typeof fileLinks>;
  views: ViewLog;
  staff: { nameOf(staffId: string): Promise<string> };
  publicIdOf(memberId: string): string;
};

const tags = ['support'];
const look = { access: 'support', right: 'reveal' } as const;
const erase = { access: 'support', right: 'act', secondFactor: true } as const;

/** What people ask about their own data: the file, forgetting and holds (decisions.md 85-88). */
export function personRoutes({ engine, requests, sources, links, views, staff, publicIdOf }: PersonsHttp): Routes {
  const found = async (requestId: string): Promise<RequestRow> =>
    (await requests.find(requestId)) ?? refuse(404, 'PERSON_UNKNOWN', messages.requestUnknown);
  const isOpen = ({ state }: RequestRow): boolean => state === 'open' || state === 'waiting';

  /** A member may have ordered since the request. Goods that were sent again are the same person's. */
  async function ordersOf({ member_id: member, orders }: RequestRow): Promise<string[]> {
    const linked = await Promise.all(orders.map((orderNo) => linkedWith(engine.commands, orderNo)));
    return [...new Set([...orders, ...linked.flat(), ...(member === null ? [] : await ordersOfMember(engine, sources, member))])];
  }
  /** What somebody typed about a person is for those who may see people; other rights end a request too. */
  const textOf = ({ staff: person }: FastifyRequest, row: RequestRow, part: 'reason' | 'answer'): string | null =>
    person?.rights.includes('reveal') === true ? requests.textOf(row, part) : null;
  const shown = async (request: FastifyRequest, row: RequestRow): Promise<PersonRequest> => ({
    requestId: row.request_id,
    kind: row.kind,
    who: [...(row.member_id === null ? [] : [`會員 ${publicIdOf(row.member_id)}`]), ...row.orders],
    purposes: row.purposes,
    state: row.state,
    askedAt: row.asked_at.toISOString(),
    askedBy: await staff.nameOf(row.asked_by),
    dueAt: row.due_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    reason: textOf(request, row, 'reason'),
    answer: textOf(request, row, 'answer'),
  });
  async function log(request: FastifyRequest, action: ViewAction, row: Pick<RequestRow, 'member_id' | 'orders'>, reason?: string) {
    if (row.member_id !== null) await views(request, { action, reason, memberId: row.member_id });
    for (const orderNo of row.orders) await views(request, { action, reason, orderNo });
  }
  /** Records an address that no account has, because the refusal says so. */
  async function whoIs(request: FastifyRequest, who: PersonRequestBody['who'], reason: string) {
    if ('orders' in who) return { memberId: null, orders: [...new Set(who.orders.map(({ orderNo }) => orderNo))] };
    const memberId = await sources.memberOfEmail(who.email);
    if (memberId !== undefined) return { memberId, orders: await ordersOfMember(engine, sources, memberId) };
    await views(request, { action: 'PERSON_REQUEST', reason: `${who.email}：${reason}` });
    return refuse(404, 'PERSON_UNKNOWN', messages.memberUnknown);
  }
  async function forget(request: FastifyRequest, row: RequestRow, dryRun: boolean): Promise<PersonOutcome[]> {
    const outcomes: PersonOutcome[] = [];
    for (const person of personsOf(await ordersOf(row), row.member_id)) {
      const answer = await forgetPerson(engine, row, person, { dryRun, by: staffIdOf(request) });
      outcomes.push(outcomeOf(person.order ?? `會員 ${publicIdOf(person.member ?? '')}`, answer, await leftOf(engine, person)));
    }
    return outcomes;
  }
  const answerOf = async (request: FastifyRequest, requestId: string, plan: PersonOutcome[]) => ({
    request: await shown(request, await found(requestId)),
    plan,
  });

  return (app) => {
    app.get(
      '/api/support/person-requests',
      { schema: { response: { 200: PersonRequests }, summary: 'What people asked about their own data', tags }, config: look },
      async (request) => {
        await views(request, { action: 'LIST_PERSON_REQUESTS' });
        return { requests: await Promise.all((await requests.list()).map((row) => shown(request, row))) };
      },
    );
    app.post(
      '/api/support/person-requests',
      {
        schema: { body: PersonRequestBody, response: { 200: PersonRequestAnswer }, summary: 'Record what a person asks', tags },
        config: { ...look, limit: 'expensive' },
      },
      async (request) => {
        const { who, ...asked } = request.body;
        // The record comes first, because each refusal says something about a person, or that there is none.
        const { memberId, orders } = await whoIs(request, who, asked.reason);
        await log(request, 'PERSON_REQUEST', { member_id: memberId, orders }, asked.reason);
        for (const { orderNo, phone } of 'orders' in who ? who.orders : [])
          if (!(await isPhoneOf(engine, orderNo, phone))) refuse(409, 'PERSON_NOT_PROVEN', `${orderNo}：${messages.phoneDiffers}`);
        const requestId = request.context().commandId;
        await requests.add({ ...asked, requestId, memberId, orders, by: staffIdOf(request) });
        return answerOf(request, requestId, []);
      },
    );
    app.get(
      '/api/support/person-requests/:requestId',
      {
        schema: { params: PersonRequestParams, response: { 200: PersonRequestAnswer }, summary: 'A request and its plan', tags },
        config: look,
      },
      async (request) => {
        const row = await found(request.params.requestId);
        await log(request, 'VIEW_PERSON_REQUEST', row);
        return answerOf(request, row.request_id, row.kind === 'ERASURE' && isOpen(row) ? await forget(request, row, true) : []);
      },
    );
    app.post(
      '/api/support/person-requests/:requestId/forget',
      {
        schema: { params: PersonRequestParams, response: { 200: PersonRequestAnswer }, summary: 'Forget the person of a request', tags },
        config: erase,
      },
      async (request) => {
        const row = await found(request.params.requestId);
        if (row.kind !== 'ERASURE' || !isOpen(row)) {
          await log(request, 'VIEW_PERSON_REQUEST', row);
          return refuse(409, 'PERSON_REQUEST_CLOSED', messages.requestClosed);
        }
        await log(request, 'PERSON_FORGET', { ...row, orders: await ordersOf(row) }, requests.textOf(row, 'reason') ?? undefined);
        const outcomes = await forget(request, row, false);
        const why = outcomes.flatMap(({ kept }) => kept).join('；');
        if (isRefused(outcomes)) await requests.setState(row.request_id, 'refused', why);
        else await requests.setState(row.request_id, isDone(outcomes) ? 'done' : 'waiting');
        return answerOf(request, row.request_id, outcomes);
      },
    );
    app.post(
      '/api/support/person-requests/:requestId/refuse',
      {
        schema: {
          params: PersonRequestParams,
          body: ReasonRequest,
          response: { 200: PersonRequestAnswer },
          summary: 'Refuse a request, with the reason that the person is told',
          tags,
        },
        config: { access: 'support', right: 'act' },
      },
      async (request) => {
        const row = await found(request.params.requestId);
        await log(request, 'PERSON_REFUSE', row, request.body.reason);
        if (!(await requests.setState(row.request_id, 'refused', request.body.reason)))
          return refuse(409, 'PERSON_REQUEST_CLOSED', messages.requestClosed);
        return answerOf(request, row.request_id, []);
      },
    );
    app.post(
      '/api/support/person-requests/:requestId/file',
      {
        schema: { params: PersonRequestParams, response: { 200: PersonFileAnswer }, summary: "Links to a person's file", tags },
        // A stored answer would be a link that somebody else could find.
        config: { ...look, secondFactor: true, idempotency: 'off' },
      },
      async (request) => {
        const row = await found(request.params.requestId);
        if (row.kind !== 'ACCESS' || row.state === 'refused') {
          await log(request, 'VIEW_PERSON_REQUEST', row);
          return refuse(409, 'PERSON_REQUEST_CLOSED', messages.requestClosed);
        }
        const { token, until } = links.make(row.request_id, staffIdOf(request));
        const path = `/api/support/person-files/${token}`;
        return { json: path, page: `${path}?format=html`, until };
      },
    );
    app.get(
      '/api/support/person-files/:token',
      {
        schema: {
          params: PersonFileParams,
          querystring: PersonFileQuery,
          response: { 200: { content: { 'application/json': { schema: z.string() }, 'text/html': { schema: z.string() } } } },
          summary: "A person's own data, JSON or a page",
          tags,
        },
        config: { ...look, wayOn: { path: '/console', text: messages.toConsole } },
      },
      async (request, reply) => {
        const requestId = links.read(request.params.token, staffIdOf(request));
        const row = requestId === undefined ? undefined : await requests.find(requestId);
        // Somebody may have refused the request since the link was made.
        if (!row || row.state === 'refused') return refuse(404, 'PERSON_UNKNOWN', messages.linkOver);
        const orders = await ordersOf(row);
        await log(request, 'PERSON_FILE', { ...row, orders });
        const file = await personFile(engine, await holderOf(engine, row.member_id, orders));
        await requests.setState(row.request_id, 'done');
        const { format } = request.query;
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="personal-data.${format}"`)
          .type(format === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
          .send(format === 'html' ? pageOf(file) : JSON.stringify(file, null, 2));
      },
    );
    app.post(
      '/api/support/orders/:orderNo/holds',
      {
        schema: { params: SupportOrderParams, body: HoldRequest, response: { 200: Done }, summary: 'Keep the data of an order', tags },
        config: erase,
      },
      async (request) => {
        const { orderNo } = request.params;
        const { hold, placed, reason } = request.body;
        const done = await placeOrLiftHold(engine, orderNo, placed ? 'PlaceHold' : 'LiftHold', hold, {
          note: reason,
          context: request.context(),
        });
        return done ? { ok: true as const } : refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
      },
    );
  };
}
