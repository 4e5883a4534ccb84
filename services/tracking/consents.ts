import { randomUUID } from 'node:crypto';
import {
  agreesToAny,
  CONSENT_COOKIE,
  CONSENT_PURPOSES,
  CONSENT_VERSION,
  type ConsentGiven,
  consentText,
  NO_CONSENT,
  readConsent,
} from '@nordhaut/contracts';
import { cookieRules } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { browserIds } from './browser-ids.ts';

/** A decision holds for 12 months (decisions.md 82). */
export const CONSENT_DAYS = 365;
const MAX_AGE = CONSENT_DAYS * 86_400;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What a browser agreed to. `id` names its row. */
export type Consent = { id: string; given: ConsentGiven };

type Row = ConsentGiven & { id: string };
export type Consents = ReturnType<typeof createConsents>;

/** Sec-GPC: the browser refuses for its user, whatever a cookie says. */
export const refusesBySignal = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['sec-gpc'] === '1';

/**
 * The decisions of browsers. Before a decision, and after a refusal, a browser has no identifier. The truth is the row: a
 * withdrawal deletes it, so everything that is not sent yet stays unsent, in every process.
 */
export function createConsents({ pool, clock, publicUrl }: { pool: Pick<pg.Pool, 'query'>; clock: () => Date; publicUrl: string }) {
  const rules = cookieRules(publicUrl);
  const idName = rules.name('consent-id');
  const readable = { ...rules.options, httpOnly: false, maxAge: MAX_AGE };

  function idOf(request: FastifyRequest): string | undefined {
    const signed = request.cookies[idName];
    if (signed === undefined) return undefined;
    const { valid, value } = request.unsignCookie(signed);
    return valid && UUID.test(value) ? value : undefined;
  }

  async function byIds(ids: readonly string[]): Promise<Map<string, ConsentGiven>> {
    const { rows } = await pool.query<Row>({
      name: 'consents by id',
      text: `select id, analysis, advertising, crm from consents where id = any($1::uuid[]) and version = $2 and changed_at > $3`,
      values: [ids, CONSENT_VERSION, new Date(clock().getTime() - MAX_AGE * 1_000)],
    });
    return new Map(rows.map(({ id, analysis, advertising, crm }) => [id, { analysis, advertising, crm }]));
  }

  return {
    byIds,

    /** What this request's browser agreed to; undefined for nothing. A browser without the cookie costs no query. */
    async of(request: FastifyRequest): Promise<Consent | undefined> {
      const id = refusesBySignal(request) ? undefined : idOf(request);
      const given = id === undefined ? undefined : (await byIds([id])).get(id);
      return id !== undefined && given ? { id, given } : undefined;
    },

    /** What the browser's readable cookie says, for the page of the settings. */
    shown: (request: FastifyRequest): { decided: boolean; given: ConsentGiven } => {
      const decision = readConsent(request.cookies[CONSENT_COOKIE]);
      return { decided: decision !== undefined, given: (!refusesBySignal(request) && decision) || NO_CONSENT };
    },

    /** Takes a decision. The row changes before the cookies, so a withdrawal counts although its answer is lost. */
    async decide(request: FastifyRequest, reply: FastifyReply, wanted: ConsentGiven): Promise<ConsentGiven> {
      const given = refusesBySignal(request) ? NO_CONSENT : wanted;
      const before = idOf(request);
      if (agreesToAny(given)) {
        const id = before ?? randomUUID();
        await pool.query({
          name: 'give consent',
          text: `insert into consents (id, version, analysis, advertising, crm, changed_at) values ($1, $2, $3, $4, $5, $6)
                 on conflict (id) do update set version = excluded.version, analysis = excluded.analysis,
                   advertising = excluded.advertising, crm = excluded.crm, changed_at = excluded.changed_at`,
          values: [id, CONSENT_VERSION, given.analysis, given.advertising, given.crm, clock()],
        });
        void reply.setCookie(idName, id, { ...rules.options, signed: true, maxAge: MAX_AGE });
      } else if (before !== undefined) {
        await pool.query('delete from consents where id = $1', [before]);
      }
      if (!agreesToAny(given)) clear(request, reply, [idName]);
      void reply.setCookie(CONSENT_COOKIE, consentText(given), readable);
      const { ga, fbp, withoutAnalysis, withoutAdvertising } = browserIds(clock());
      if (given.analysis) keep(request, reply, ga);
      else clear(request, reply, withoutAnalysis);
      if (given.advertising) keep(request, reply, fbp);
      else clear(request, reply, withoutAdvertising);
      return given;
    },
  };

  function keep(request: FastifyRequest, reply: FastifyReply, { name, value }: { name: string; value: string }): void {
    if (request.cookies[name] === undefined) void reply.setCookie(name, value, readable);
  }

  function clear(request: FastifyRequest, reply: FastifyReply, names: readonly string[]): void {
    for (const name of names) if (request.cookies[name] !== undefined) void reply.clearCookie(name, rules.options);
  }
}

/** The purposes that are given. */
export const givenOf = (given: ConsentGiven): string[] => CONSENT_PURPOSES.filter((purpose) => given[purpose]);
