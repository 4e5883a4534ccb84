import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Now } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { type Answer, isWebUrl, json, objectOf, provide, queryOf } from '../http.ts';
import type { RecordStore, Table } from '../record-store.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import { failureOf, filled, type Mail, type Message, readMessage } from './mail.ts';

export const SURENOTIFY_KEY = 'sk_test_surenotify';

/** Event types of the webhooks: the mails of the simulator are delivered, or they bounce. */
const WEBHOOK_TYPES: Record<number, string> = { 3: 'delivery', 4: 'open', 5: 'click', 6: 'bounce', 7: 'complaint' };
const EVENTS_BACK = 30 * 24 * 3_600_000;
const MAX_EVENTS = 50;
const RETRIES = [60_000, 600_000];

/** The contents of the newest mails are kept. All records are in memory, and a content has more bytes than the rest of an order. */
const CONTENTS = 1_000;
const NOT_KEPT = '<p>較早的信件不保留內容</p>';

type Webhook = { type: number; domain: string; url: string; createDate: string };

export type Mails = { all(): IterableIterator<Mail>; get(id: string): Mail | undefined; count(): number };

/** Registers the calls of the simulated SureNotify (providers §7). @returns the mails that it was given */
export function surenotifyRoutes(app: FastifyInstance, records: RecordStore, faults: Faults, sender: WebhookSender, now: Now): Mails {
  const mails: Table<Mail> = records.table<Mail>('mails');
  const webhooks = records.table<Webhook>('mail-webhooks');
  /** ids, the oldest first */
  const whole = new Set<string>([...mails.all()].filter(({ content }) => content !== NOT_KEPT).map(({ id }) => id));
  dropContents();

  const call = (name: string, method: 'GET' | 'POST' | 'DELETE', path: string, work: (request: FastifyRequest) => Answer): void =>
    provide(app, faults, {
      provider: 'surenotify',
      name,
      method,
      path,
      handle: (request) => (request.headers['x-api-key'] === SURENOTIFY_KEY ? work(request) : json({ message: 'Forbidden' }, 403)),
      refuse: (code) => json({ message: String(code ?? 'Bad Request') }, 400),
    });
  const bodyFields = (request: FastifyRequest) => objectOf(request) ?? {};

  call('messages', 'POST', '/v1/messages', (request) => {
    const message = readMessage(bodyFields(request));
    return typeof message === 'string' ? json({ message }, 400) : json(take(message));
  });

  function take({ subject, content, fromAddress, fromName, recipients }: Message) {
    const messageId = randomUUID();
    const success: { id: string; address: string }[] = [];
    const failure: Record<string, string> = {};
    for (const recipient of recipients) {
      const { name, address, variables } = recipient;
      const reason = failureOf(recipient);
      const mail: Mail = {
        id: randomUUID(),
        messageId,
        at: now(),
        from: `${fromName} <${fromAddress}>`,
        to: { name, address },
        subject: filled(subject, variables),
        content: filled(content, variables),
        ...(reason !== undefined && { failure: reason }),
      };
      mails.put(mail.id, mail);
      whole.add(mail.id);
      dropContents();
      if (reason === undefined) success.push({ id: mail.id, address });
      else failure[address] = reason;
      report(mail);
    }
    return { id: messageId, success, failure };
  }

  function dropContents(): void {
    for (const id of whole) {
      if (whole.size <= CONTENTS) return;
      whole.delete(id);
      const mail = mails.get(id);
      if (mail) mails.put(id, { ...mail, content: NOT_KEPT });
    }
  }

  function report(mail: Mail): void {
    const eventType = mail.failure === undefined ? 'delivery' : 'bounce';
    const type = Object.entries(WEBHOOK_TYPES).find(([, name]) => name === eventType)?.[0] ?? '';
    const webhook = webhooks.get(type);
    if (!webhook) return;
    const signature = createHmac('sha256', SURENOTIFY_KEY).update(`${mail.id}${eventType}`).digest('hex');
    sender.send({
      provider: 'surenotify',
      subject: mail.id,
      url: webhook.url,
      contentType: 'application/json',
      headers: { 'x-surenotify-signature': signature },
      body: JSON.stringify({ id: mail.id, eventType, recipient: mail.to.address }),
      waits: RETRIES,
    });
  }

  call('events', 'GET', '/v1/events', (request) => {
    const { id, recipient, from, to, status } = queryOf(request);
    if ((id === undefined) === (recipient === undefined)) return json({ message: 'id or recipient is required' }, 400);
    const [since, until] = [Date.parse(from ?? '') || now() - EVENTS_BACK, Date.parse(to ?? '') || now()];
    const events = [...mails.all()]
      .filter((mail) => mail.at >= since && mail.at <= until && (id === undefined ? mail.to.address === recipient : mail.id === id))
      .flatMap(eventsOf)
      .filter((event) => status === undefined || event.status === status);
    return json({ events: events.slice(-MAX_EVENTS) });
  });

  call('webhooks', 'POST', '/v1/webhooks', (request) => {
    const { type, url } = bodyFields(request);
    if (typeof type !== 'number' || !WEBHOOK_TYPES[type] || !isWebUrl(url)) return json({ message: 'type and url are required' }, 400);
    webhooks.put(String(type), { type, domain: new URL(url).hostname, url, createDate: new Date(now()).toISOString() });
    return json(webhooks.get(String(type)));
  });
  call('webhooks', 'GET', '/v1/webhooks', () => json([...webhooks.all()]));
  call('webhooks', 'DELETE', '/v1/webhooks', (request) => {
    webhooks.delete(String(bodyFields(request).type));
    return json({});
  });

  return { all: mails.all, get: mails.get, count: () => mails.size };
}

const eventsOf = (mail: Mail) => {
  const event = (status: string) => ({
    id: mail.id,
    recipient: mail.to.address,
    subject: mail.subject,
    status,
    createDate: new Date(mail.at).toISOString(),
  });
  return mail.failure === undefined ? [event('accept'), event('delivery')] : [event('bounce')];
};
