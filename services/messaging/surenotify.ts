import { createHmac, timingSafeEqual } from 'node:crypto';
import { providerClient, type ProviderReply } from '@nordhaut/platform/provider-client';
import * as z from 'zod/mini';
import type { MessagingConfig } from './config.ts';

export type OutgoingMail = { subject: string; html: string; to: { name: string; address: string } };

/**
 * `refused`: the provider will not send this mail. `not-accepted`: it had no effect, and a later try may succeed.
 * `unknown`: the mail may have been sent.
 */
export type SendOutcome =
  | { kind: 'sent'; id: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'not-accepted'; reason: string }
  | { kind: 'unknown'; reason: string };

/** An event of the provider. Only the id is certain: the documentation shows no answer (providers §7). */
export type MailEvent = { id: string; subject?: string | undefined; at?: number | undefined; status?: string | undefined };

export type Mailer = {
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** undefined where the provider does not answer. `full`: there may be more */
  eventsOf(address: string, since: Date): Promise<{ events: MailEvent[]; full: boolean } | undefined>;
  /** registers an address for reports */
  register(type: number, url: string): Promise<boolean>;
  close(): Promise<void>;
};

const MAX_EVENTS = 50;
/** providers §7: the refusals of an address that no retry changes */
const FINAL = /^Invalid: (address|the value)/i;

const SendAnswer = z.object({
  id: z.optional(z.string()),
  success: z._default(z.array(z.object({ id: z.string(), address: z.string() })), []),
  failure: z._default(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]), {}),
});
const EventsAnswer = z.object({ events: z.array(z.looseObject({ id: z.string() })) });

export type MailerConfig = Pick<
  MessagingConfig,
  'SURENOTIFY_BASE_URL' | 'SURENOTIFY_API_KEY' | 'SURENOTIFY_TIMEOUT' | 'MAIL_FROM_ADDRESS' | 'MAIL_FROM_NAME' | 'MAIL_CONCURRENCY'
>;

/** SureNotify's API for mails (providers §7). It retries nothing, because the provider knows no idempotency key. */
export function createMailer(config: MailerConfig): Mailer {
  const client = providerClient({
    baseUrl: config.SURENOTIFY_BASE_URL,
    headers: { 'content-type': 'application/json', 'x-api-key': config.SURENOTIFY_API_KEY.reveal() },
    timeoutMs: config.SURENOTIFY_TIMEOUT,
    connections: config.MAIL_CONCURRENCY,
    maxReply: 256 * 1024,
  });
  return {
    async send({ subject, html, to }) {
      const body = { subject, fromAddress: config.MAIL_FROM_ADDRESS, fromName: config.MAIL_FROM_NAME, content: html, recipients: [to] };
      return outcomeOf(await client.post('/v1/messages', JSON.stringify(body)), to.address);
    },
    async eventsOf(address, since) {
      const query = new URLSearchParams({ recipient: address, from: since.toISOString() });
      const reply = await client.get(`/v1/events?${query}`);
      const answer = reply.ok && reply.status === 200 ? parsed(EventsAnswer, reply.text) : undefined;
      return answer && { events: answer.events.map(eventOf), full: answer.events.length >= MAX_EVENTS };
    },
    async register(type, url) {
      const reply = await client.post('/v1/webhooks', JSON.stringify({ type, url }));
      return reply.ok && reply.status === 200;
    },
    close: () => client.close(),
  };
}

/** Statuses that a provider answers before it does anything. A 5xx may come after the mail was taken. */
const WITHOUT_EFFECT = new Set([400, 401, 403, 404, 413, 422, 429]);

export function outcomeOf(reply: ProviderReply, address: string): SendOutcome {
  if (!reply.ok) return reply.sent ? { kind: 'unknown', reason: reply.reason } : { kind: 'not-accepted', reason: reply.reason };
  if (reply.status !== 200) return { kind: WITHOUT_EFFECT.has(reply.status) ? 'not-accepted' : 'unknown', reason: `HTTP ${reply.status}` };
  const answer = parsed(SendAnswer, reply.text);
  if (!answer) return { kind: 'unknown', reason: 'an answer that cannot be read' };
  const isOurs = (other: string): boolean => other.toLowerCase() === address.toLowerCase();
  const sent = answer.success.find((one) => isOurs(one.address));
  if (sent) return { kind: 'sent', id: sent.id };
  const failure = Array.isArray(answer.failure) ? undefined : Object.entries(answer.failure).find(([other]) => isOurs(other))?.[1];
  if (failure === undefined) return { kind: 'unknown', reason: 'an answer without the recipient' };
  // The provider's text may repeat the address, so it goes no further than this.
  return typeof failure === 'string' && FINAL.test(failure)
    ? { kind: 'refused', reason: 'the address is refused' }
    : { kind: 'not-accepted', reason: 'failure' };
}

function eventOf(event: { id: string; [field: string]: unknown }): MailEvent {
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const at = Date.parse(text(event['createDate']) ?? '');
  return { id: event.id, subject: text(event['subject']), status: text(event['status']), at: Number.isNaN(at) ? undefined : at };
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> | undefined {
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a webhook is the provider's: hex HMAC-SHA256 of id and event type with the API key. */
export function isSigned(apiKey: string, { id, event }: { id: string; event: string }, signature: string): boolean {
  const expected = createHmac('sha256', apiKey).update(`${id}${event}`).digest();
  return /^[0-9a-f]{64}$/i.test(signature) && timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
