import { accountCartId, adoptGuestCart, cartIdOf } from '@nordhaut/cart';
import { OrderNoText, type PlaceOrderRequest } from '@nordhaut/contracts';
import { isProven, memberOf, type OrderProofs } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import { Rejected, type RequestContext } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BeforeSignIn } from './before-sign-in.ts';
import type { CardTries } from './card-tries.ts';
import { placeOrder } from './place-order.ts';
import type { PlaceOrderDeps } from './place-order-deps.ts';
import type { Placed } from './placed.ts';
import { dropShipping, dropStore, type SessionDeps } from './shipping-session.ts';

export type SubmitOrder = PlaceOrderDeps &
  SessionDeps & {
    proofs: OrderProofs;
    commands: Commands;
    rememberAddress: RememberAddress;
    cards: CardTries;
    /** notes what the buyer agreed to, if it is to be reported */
    noteConsent: (request: FastifyRequest) => Promise<string | undefined>;
    /** the browser's cookie, where it may have a timer */
    timedVisitor: (request: FastifyRequest) => string | undefined;
  };

/** Keeps the home address of an order in the member's profile. It fails without an error: the order stands. */
export type RememberAddress = (
  memberId: string,
  address: { city: string; district: string; address: string; zip: string },
  context: RequestContext,
) => Promise<void>;

/** Cookie with the order that this browser took to the bank last. Any window of the browser may begin another order. */
const AT_BANK = 'order-at-bank';
const AT_BANK_SECONDS = 86_400;
/** Every call that places an order reads it. Earlier versions set it for `/api/orders` alone. */
const AT_BANK_PATH = '/api';
const AT_BANK_PATHS = [AT_BANK_PATH, '/api/orders'];

/** HTTP statuses of rejections whose `status` is the specification's `state` (a processor's code or 504) and not the answer's HTTP status. */
const HTTP_STATUS: Record<string, number> = { CARD_REFUSED: 402, NO_CARD_RESPONSE: 402 };

/** The order that this browser took to the bank last. */
export const atBankOf = ({ cookies }: Pick<FastifyRequest, 'cookies'>): string | undefined => OrderNoText.safeParse(cookies[AT_BANK]).data;

export type Submitted = Extract<Placed, { ok: true }>;

/**
 * Places the order of a request: what `POST /api/orders` and the specification's own calls share, with the same checks,
 * limits and history. @throws Rejected the refusal
 */
export async function submitOrder(
  deps: SubmitOrder,
  body: PlaceOrderRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Submitted> {
  const atBank = atBankOf(request);
  const memberId = memberOf(request);
  const visitor = request.knownVisitor();
  const before = memberId === null || visitor === undefined ? undefined : await cartBefore(deps, memberId, visitor, request);
  const buyer = {
    address: request.ip,
    cartId: cartIdOf(request) ?? null,
    memberId,
    visitor,
    timedVisitor: deps.timedVisitor(request),
    before,
    atBank,
    isProven: isProven(deps.proofs, request, body),
    noteConsent: () => deps.noteConsent(request),
    mayTryCard: () => deps.cards.mayTry(request),
  };
  const placed = await placeOrder(deps, body, buyer, request.context());
  if (!placed.ok) {
    if (placed.rejection.code === 'CARD_REFUSED') await deps.cards.refused(request, placed.rejection.status);
    const httpStatus = HTTP_STATUS[placed.rejection.code];
    throw new Rejected(placed.rejection, httpStatus === undefined ? {} : { httpStatus });
  }
  const { order } = placed;
  const { orderNo } = order.terms;
  const contact = order.personal.contact?.recipient;
  if (memberId !== null && body.rememberShipping && contact && order.terms.delivery.type === 'HOME') {
    const { city, district, address, zip } = contact;
    await deps.rememberAddress(memberId, { city, district, address, zip }, request.context());
  }
  const cookie = { httpOnly: true, sameSite: 'lax', secure: deps.secureCookies } as const;
  if (order.payment.paymentUrl) {
    deps.cards.sentToBank(request, orderNo);
    void reply.setCookie(AT_BANK, orderNo, { ...cookie, path: AT_BANK_PATH, maxAge: AT_BANK_SECONDS });
  } else {
    if (atBank !== undefined) for (const path of AT_BANK_PATHS) void reply.clearCookie(AT_BANK, { ...cookie, path });
    // A payment that waits at the bank may fail, and the buyer then pays with the same data again.
    dropShipping(deps, request, reply);
    if (order.terms.delivery.type === 'CVS') await dropStore(deps, request);
  }
  return placed;
}

async function cartBefore(deps: SubmitOrder, memberId: string, visitor: string, request: FastifyRequest): Promise<BeforeSignIn> {
  const adopt = () => adoptGuestCart(deps.commands, visitor, accountCartId(memberId), request.context());
  return { cartId: visitor, claims: await adopt(), adopt: async () => void (await adopt()) };
}
