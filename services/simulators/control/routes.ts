import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FLOWS, isSubtype } from '../ecpay/subtypes.ts';
import { FAULT_MODES, type Fault, PROVIDERS } from '../faults.ts';
import { bodyOf, html, isForm, json, parseForm, parseObject, send, wordOf } from '../http.ts';
import { returnUrl } from '../tappay/payment.ts';
import { parcelEntry, paymentEntry } from './records-json.ts';
import { overview } from './page.ts';
import type { Parts } from './parts.ts';

type Fields = Record<string, unknown>;

const fieldsOf = (request: FastifyRequest): Fields => (isForm(request) ? parseForm(bodyOf(request)) : (parseObject(bodyOf(request)) ?? {}));
const numberOf = (value: unknown): number | undefined =>
  value === undefined || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);
const yes = (value: unknown) => value !== false && value !== 'false';

/** Registers the control API of the simulators. A request from a form of the page is redirected to the page. */
export function controlRoutes(app: FastifyInstance, parts: Parts): void {
  const { clock, faults, bank, carrier, mails, webhooks } = parts;

  const act = (path: string, work: (fields: Fields, params: { id: string; action: string }) => unknown) =>
    app.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
      // Refuses requests from other sites, because a visited site must not control the simulators of its visitor.
      const { origin, host } = request.headers;
      if (origin && URL.parse(origin)?.host !== host) return send(reply, json({ error: 'foreign origin' }, 403));
      const fields = fieldsOf(request);
      const result = await work(fields, request.params as { id: string; action: string });
      if (isForm(request)) return reply.redirect(`/?q=${encodeURIComponent(wordOf(fields.q))}`, 303);
      return result instanceof Problem
        ? send(reply, json({ error: result.message }, result.status))
        : send(reply, json(result ?? { ok: true }));
    });

  app.get<{ Querystring: { q?: string } }>('/', (request, reply) => send(reply, html(overview(parts, String(request.query.q ?? '')))));
  app.get('/livez', (_request, reply) => send(reply, json({ ok: true })));
  app.get('/control/payments', (_request, reply) =>
    send(reply, json([...bank.all()].map((payment) => paymentEntry(payment, parts.publicUrl())))),
  );
  app.get('/control/parcels', (_request, reply) => send(reply, json([...carrier.all()].map(parcelEntry))));
  app.get('/control/mails', (_request, reply) => send(reply, json([...mails.all()])));
  app.get('/control/reports', (_request, reply) => send(reply, json([...parts.reports.all()])));
  app.get('/control/callbacks', (_request, reply) => send(reply, json({ waiting: webhooks.waiting(), deliveries: webhooks.deliveries() })));
  app.get('/control/faults', (_request, reply) => send(reply, json(faults.list())));
  app.get('/control/clock', (_request, reply) => send(reply, json(time())));

  act('/control/parcels/:id', (fields, { id }) => {
    const parcel = carrier.find(id);
    if (!parcel) return new Problem(404, 'no such parcel');
    const code = numberOf(fields.code);
    if (code === undefined || !carrier.knows(parcel.subtype, code)) return new Problem(400, `not a code of ${parcel.subtype}`);
    const at = typeof fields.at === 'string' ? Date.parse(fields.at) : numberOf(fields.at);
    carrier.move(parcel, code, { callback: yes(fields.callback), ...(at === undefined || Number.isNaN(at) ? {} : { at }) });
    return parcelEntry(parcel);
  });

  act('/control/parcels/:id/play', (fields, { id }) => {
    const parcel = carrier.find(id);
    if (!parcel || !isSubtype(parcel.subtype)) return new Problem(404, 'no such parcel');
    const flow = wordOf(fields.flow);
    if (!Object.hasOwn(FLOWS[parcel.subtype], flow)) return new Problem(400, `flows: ${Object.keys(FLOWS[parcel.subtype]).join(', ')}`);
    carrier.play(parcel, flow, numberOf(fields.everyMs) ?? 0);
    return parcelEntry(parcel);
  });

  act('/control/payments/:id/complete', (fields, { id }) => {
    const payment = bank.get(id);
    if (!payment) return new Problem(404, 'no such payment');
    if (fields.result !== 'pass' && fields.result !== 'fail') return new Problem(400, 'result: pass or fail');
    const status = fields.result === 'pass' ? 0 : (numberOf(fields.status) ?? 10003);
    const completed = bank.complete(payment, status, yes(fields.notify));
    return { ...paymentEntry(payment, parts.publicUrl()), completed, redirect: returnUrl(payment) };
  });

  act('/control/payments/:id/:action', (_fields, { id, action }) => {
    const payment = bank.get(id);
    if (!payment) return new Problem(404, 'no such payment');
    if (action === 'capture') bank.capture(payment);
    else if (action === 'cancel') bank.cancel(payment);
    else if (action === 'notify') bank.sendNotify(payment);
    else return new Problem(404, 'complete, capture, cancel or notify');
    return paymentEntry(payment, parts.publicUrl());
  });

  act('/control/clock', (fields) => {
    const [offset, advance] = [numberOf(fields.offsetMs), numberOf(fields.advanceMs)];
    if (offset === undefined && advance === undefined) return new Problem(400, 'offsetMs or advanceMs');
    parts.setClock(offset ?? clock.offsetMs() + (advance ?? 0));
    return time();
  });

  act('/control/faults', (fields) => {
    const fault = readFault(fields);
    if (!fault) return new Problem(400, `provider: ${PROVIDERS.join(', ')}; mode: ${FAULT_MODES.join(', ')}`);
    faults.plan(fault);
    return faults.list();
  });

  act('/control/reset', () => parts.reset());

  const time = () => ({ now: clock.now(), offsetMs: clock.offsetMs() });
}

class Problem {
  readonly status: number;
  readonly message: string;
  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

function readFault(fields: Fields): Fault | undefined {
  const { on, code } = fields;
  const provider = PROVIDERS.find((known) => known === fields.provider);
  const mode = FAULT_MODES.find((known) => known === fields.mode);
  if (!provider || !mode) return undefined;
  const delayMs = numberOf(fields.delayMs);
  return {
    provider,
    mode,
    times: numberOf(fields.times) ?? (mode === 'reorder-callbacks' ? 2 : 1),
    ...(typeof on === 'string' && on ? { on } : {}),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(typeof code === 'number' || (typeof code === 'string' && code) ? { code } : {}),
  };
}
