import { memberDecider, memberStream } from '@nordhaut/accounts';
import { TimerAnswer, TimerRequest } from '@nordhaut/contracts';
import type { Commands } from '@nordhaut/platform/envelope';
import type { Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Coupon } from './definition.ts';
import { EXTENSION_MS, REMINDER_MS, timerEnd } from './engine/timer.ts';
import { isRunning, type TimedBuyer, type Timer, type Timers } from './timers.ts';

/**
 * Says that this browser may have a timer, so that the prices of other guests need not look for one. The timer itself is on the
 * server; who deletes the cookie only loses the discount.
 */
const HINT = 'checkout-timer';
const HINT_SECONDS = 31 * 86_400;

/** The visitor whose timer counts; undefined where this browser has none. */
export const timedVisitor = (request: Pick<FastifyRequest, 'cookies' | 'knownVisitor'>): string | undefined =>
  request.cookies[HINT] === undefined ? undefined : request.knownVisitor();

export type TimerHttp = {
  commands: Commands;
  clock: () => Date;
  timers: Timers;
  secureCookies: boolean;
  /** the coupon that a running timer gives this buyer; undefined: none, or used before */
  couponFor: (buyer: { memberId: string | null; visitor: string | undefined; beside: string | undefined }) => Promise<Coupon | undefined>;
  /** whether the member has ordered, `beside` apart; then there is no timer (spec/3-purchase-flow §4) */
  hasOrdered: (memberId: string, beside: string | undefined) => Promise<boolean>;
  /** the order at the bank that gives way to the next one of this browser */
  waitingOf: (request: FastifyRequest) => Promise<string | undefined>;
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** The countdown of the checkout (design/http-api.md, decisions.md 53). */
export function timerRoutes(deps: TimerHttp): Routes {
  async function buyerOf({ actor }: FastifyRequest, visitor: string | undefined): Promise<TimedBuyer> {
    if (actor?.kind !== 'member') return { visitor, member: null };
    const { state } = await deps.commands.load(memberStream(actor.id), memberDecider);
    return { visitor, member: { id: actor.id, registeredAt: Date.parse(state?.registeredAt ?? '') || 0 } };
  }

  async function answer(
    { visitor, member }: TimedBuyer,
    beside: string | undefined,
    timer: Timer | undefined,
    at: number,
  ): Promise<TimerAnswer> {
    const now = iso(at);
    if (!timer) return { state: 'none', startedAt: null, endsAt: null, remindsAt: null, extendsFrom: null, extended: false, now };
    const isOpen = isRunning(timer, at) && !(member && (await deps.hasOrdered(member.id, beside)));
    const coupon = isOpen ? await deps.couponFor({ memberId: member?.id ?? null, visitor, beside }) : undefined;
    const end = timerEnd({ ...timer, usedBefore: false });
    return {
      state: isOpen ? 'running' : 'ended',
      startedAt: iso(timer.startedAt),
      endsAt: iso(isOpen ? end : Math.min(end, at)),
      remindsAt: iso(end - REMINDER_MS),
      extendsFrom: timer.extendedAt === null ? iso(end - EXTENSION_MS) : null,
      extended: timer.extendedAt !== null,
      now,
      ...(coupon && { coupon: { couponId: String(coupon.couponId), uid: coupon.uid, name: coupon.name } }),
    };
  }

  const hint = (reply: FastifyReply): void =>
    void reply.setCookie(HINT, '1', { path: '/api', httpOnly: true, sameSite: 'lax', secure: deps.secureCookies, maxAge: HINT_SECONDS });

  return (app) => {
    app.get(
      '/api/checkout/timer',
      {
        schema: { response: { 200: TimerAnswer }, summary: "The checkout's countdown", tags: ['checkout'] },
        config: { access: 'public' },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const at = deps.clock().getTime();
        const buyer = await buyerOf(request, timedVisitor(request));
        return answer(buyer, await deps.waitingOf(request), await deps.timers.find(buyer, at), at);
      },
    );

    app.post(
      '/api/checkout/timer',
      {
        schema: {
          body: TimerRequest,
          response: { 200: TimerAnswer },
          summary: "Start or extend the checkout's countdown",
          tags: ['checkout'],
        },
        config: { access: 'public', form: 'json', idempotency: 'off' },
      },
      async (request, reply) => {
        const at = deps.clock().getTime();
        const isStart = request.body.action === 'start';
        const buyer = await buyerOf(request, isStart ? reply.visitor() : request.knownVisitor());
        const beside = await deps.waitingOf(request);
        // A member who has ordered gets no timer, and keeps the one that there was.
        const mayStart = isStart && !(buyer.member && (await deps.hasOrdered(buyer.member.id, beside)));
        const timer = isStart
          ? mayStart
            ? await deps.timers.start(buyer, at)
            : await deps.timers.find(buyer, at)
          : await deps.timers.extend(buyer, at);
        if (timer) hint(reply);
        return answer(buyer, beside, timer, at);
      },
    );
  };
}
