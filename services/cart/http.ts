import { AddCartItem, CartAnswer, type CartItem, CartItemParams, ChangeCartItem, CartItemQuery, type PriceTier } from '@nordhaut/contracts';
import type { Commands, Accepted } from '@nordhaut/platform/envelope';
import { orThrow, type Routes } from '@nordhaut/platform/http';
import { cartDecider, type CartCommand, type ProductFacts } from './cart.decide.ts';
import type { Cart, CartEvent } from './cart.ts';
import { adoptGuestCart } from './adopt-guest-cart.ts';
import { cartStream } from './stream.ts';
import { accountCartId, cartIdOf } from './whose-cart.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The catalogue's facts about a product in a tier. */
export type ProductFactsOf = (productId: number, tier: PriceTier, muted?: ReadonlySet<number>) => Omit<ProductFacts, 'membersOnly'>;

/** The products that a member cannot buy (decisions.md 26). */
export type MutedOf = (memberId: string) => Promise<ReadonlySet<number>>;

/** The cookie identifies a guest's cart, the session an account's (design/http-api.md). */
export function cartRoutes({ commands, factsOf, mutedOf }: { commands: Commands; factsOf: ProductFactsOf; mutedOf: MutedOf }): Routes {
  const isMember = ({ actor }: FastifyRequest): boolean => actor?.kind === 'member';

  /** Main lines have the tier that the caller pays. */
  function linesOf(request: FastifyRequest, { items, claims }: Cart): Pick<CartAnswer, 'items' | 'claimed'> {
    const priced = (lines: readonly CartItem[]): CartItem[] =>
      lines.map((line) =>
        isMember(request) && line.tier !== 'ADDITIONAL' && factsOf(line.productId, 'MEMBER').hasTier ? { ...line, tier: 'MEMBER' } : line,
      );
    return { items: priced(items), claimed: claims.map(({ orderNo, items: lines }) => ({ orderNo, items: priced(lines) })) };
  }

  async function productFacts(request: FastifyRequest, productId: number, tier: PriceTier): Promise<ProductFacts> {
    const muted = request.actor?.kind === 'member' ? await mutedOf(request.actor.id) : undefined;
    if (tier === 'ADDITIONAL') return { ...factsOf(productId, tier, muted), membersOnly: false };
    const [origin, member] = [factsOf(productId, 'ORIGIN', muted), factsOf(productId, 'MEMBER')];
    const hasTier = origin.hasTier || (isMember(request) && member.hasTier);
    return { ...origin, hasTier, membersOnly: !hasTier && member.hasTier };
  }

  const answer = (request: FastifyRequest, cartId: string, { state, revision, position }: Accepted<Cart, CartEvent>): CartAnswer => ({
    cartId,
    ...linesOf(request, state),
    revision,
    // A cart without events has no position to wait for.
    ...(revision >= 0 && { position: String(position) }),
  });

  async function change(request: FastifyRequest, reply: FastifyReply, command: CartCommand): Promise<CartAnswer> {
    const known = cartIdOf(request);
    const newcomer = known === undefined;
    const cartId = known ?? reply.visitor();
    if (request.actor?.kind === 'member') reply.keepOpen(cartId);
    const outcome = await commands.handle(cartStream(cartId), cartDecider, command, request.context(), { fresh: newcomer });
    return answer(request, cartId, orThrow(outcome));
  }

  return (app) => {
    app.get(
      '/api/cart',
      {
        schema: { response: { 200: CartAnswer }, summary: "The visitor's cart", tags: ['cart'] },
        config: { access: 'public', caller: 'recent' },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const cartId = cartIdOf(request);
        if (cartId === undefined) return { cartId: null, items: [], claimed: [], revision: -1 };
        const visitor = request.knownVisitor();
        if (request.actor?.kind === 'member') {
          reply.keepOpen(cartId);
          if (visitor !== undefined) await adoptGuestCart(commands, visitor, accountCartId(request.actor.id), request.context());
        }
        const { state, revision } = await commands.load(cartStream(cartId), cartDecider);
        return { cartId, ...linesOf(request, state), revision };
      },
    );

    app.post(
      '/api/cart/items',
      {
        schema: { body: AddCartItem, response: { 200: CartAnswer }, summary: 'Add to the cart', tags: ['cart'] },
        config: { access: 'public', caller: 'recent' },
      },
      async (request, reply) => {
        const { productId, quantity, tier } = request.body;
        const facts = await productFacts(request, productId, tier);
        return change(request, reply, { type: 'AddItem', productId, quantity, tier, facts });
      },
    );

    app.patch(
      '/api/cart/items/:productId',
      {
        schema: {
          params: CartItemParams,
          body: ChangeCartItem,
          response: { 200: CartAnswer },
          summary: 'Change a quantity; under 1 removes',
          tags: ['cart'],
        },
        config: { access: 'public', caller: 'recent' },
      },
      async (request, reply) => {
        const { quantity, tier } = request.body;
        return change(request, reply, { type: 'ChangeQuantity', productId: request.params.productId, tier, quantity });
      },
    );

    app.delete(
      '/api/cart/items/:productId',
      {
        schema: {
          params: CartItemParams,
          querystring: CartItemQuery,
          response: { 200: CartAnswer },
          summary: 'Remove from the cart',
          tags: ['cart'],
        },
        config: { access: 'public', caller: 'recent' },
      },
      async (request, reply) =>
        change(request, reply, { type: 'ChangeQuantity', productId: request.params.productId, tier: request.query.tier, quantity: 0 }),
    );
  };
}
