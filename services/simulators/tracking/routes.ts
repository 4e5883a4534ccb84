import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Now } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { type Answer, bearerOf, bodyOf, isRecord, isText, json, objectOf, provide, queryOf, wordOf } from '../http.ts';
import type { RecordStore, Table } from '../record-store.ts';
import { gaProblems } from './ga.ts';
import { metaProblem } from './meta.ts';
import type { TakenReport } from './reports.ts';

/** What only the simulators accept. */
const SANDBOX = {
  metaPixel: '1000000000000001',
  metaToken: 'sandbox-meta-token',
  gaId: 'G-SANDBOX01',
  gaSecret: 'sandbox-ga-secret',
  crmToken: 'sandbox-accuhit-token',
  crmSecret: 'sandbox-accuhit-secret',
};
const MOST_EVENTS = 1_000;

export type Reports = { all(): IterableIterator<TakenReport> };

/** The simulated providers of reports: Meta's Conversions API, GA4's Measurement Protocol, and the CRM (providers §8, 8b, 11). */
export function trackingRoutes(app: FastifyInstance, records: RecordStore, faults: Faults, now: Now): Reports {
  const taken: Table<TakenReport> = records.table<TakenReport>('reports');

  /** A repeat with the same id counts once. */
  function take(report: Omit<TakenReport, 'at' | 'times'>): void {
    const key = `${report.provider}/${report.name}/${report.id}`;
    const before = taken.get(key);
    taken.put(key, before ? { ...before, times: before.times + 1 } : { ...report, at: now(), times: 1 });
  }
  // Graph answers 400 for a token that has expired too (providers §4.1).
  const metaError = (message: string, code: number): Answer =>
    json({ error: { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('hex') } }, 400);

  provide(app, faults, {
    provider: 'meta',
    name: 'events',
    path: '/:version/:pixel/events',
    handle(request) {
      const body = objectOf(request);
      if (queryOf(request)['access_token'] !== SANDBOX.metaToken) return metaError('Invalid OAuth access token.', 190);
      const { version = '', pixel } = request.params as Record<string, string>;
      if (!/^v\d+\.\d$/.test(version) || pixel !== SANDBOX.metaPixel) return metaError('Unsupported post request.', 100);
      const { data } = body ?? {};
      if (!Array.isArray(data) || data.length === 0 || data.length > MOST_EVENTS) return metaError('data: 1 to 1000 events', 100);
      const events = data as unknown[];
      const problem = events.map((event) => metaProblem(event, now())).find((one) => one !== undefined);
      if (problem !== undefined) return metaError(problem, 100);
      for (const event of events.filter(isRecord))
        take({ provider: 'meta', id: wordOf(event['event_id']), name: wordOf(event['event_name']), content: event, problems: [] });
      return json({ events_received: events.length, messages: [], fbtrace_id: randomBytes(8).toString('hex') });
    },
    refuse: (code) => metaError('refused', Number(code ?? 100)),
  });

  provide(app, faults, {
    provider: 'ga',
    name: 'collect',
    path: '/mp/collect',
    handle(request) {
      const { measurement_id: id, api_secret: secret } = queryOf(request);
      const body = objectOf(request);
      // GA4 answers 204 to everything that arrives, also where it drops it.
      if (id === SANDBOX.gaId && secret === SANDBOX.gaSecret && body) {
        const problems = gaProblems(body, now());
        for (const event of (Array.isArray(body['events']) ? (body['events'] as unknown[]) : []).filter(isRecord)) {
          const { transaction_id: transaction } = isRecord(event['params']) ? event['params'] : {};
          const key = isText(transaction) ? transaction : randomBytes(8).toString('hex');
          take({ provider: 'ga', id: key, name: wordOf(event['name']), content: body, problems });
        }
      }
      return { status: 204, type: 'text/plain', body: '' };
    },
    refuse: () => ({ status: 204, type: 'text/plain', body: '' }),
  });

  app.post('/debug/mp/collect', (request, reply) =>
    reply.send({
      validationMessages: gaProblems(objectOf(request) ?? {}, now()).map((text) => {
        const [validationCode, fieldPath] = text.split(' ');
        return { fieldPath, description: text, validationCode };
      }),
    }),
  );

  provide(app, faults, {
    provider: 'accuhit',
    name: 'event',
    path: '/accuhit',
    handle(request) {
      if (bearerOf(request) !== SANDBOX.crmToken) return json({ message: 'unauthorized' }, 401);
      const expected = createHmac('sha256', SANDBOX.crmSecret).update(bodyOf(request)).digest();
      const given = Buffer.from(wordOf(request.headers['x-signature']), 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return json({ message: 'signature' }, 401);
      const id = wordOf(request.headers['x-event-id']);
      const body = objectOf(request);
      if (id === '' || !body || !isText(body['event']) || !isText(body['occurred_at'])) return json({ message: 'error: event' }, 422);
      take({ provider: 'crm', id, name: body['event'], content: body, problems: [] });
      return { status: 200, type: 'text/plain', body: '' };
    },
    refuse: (code) => json({ message: String(code ?? 'error') }, 422),
  });

  return { all: taken.all };
}
