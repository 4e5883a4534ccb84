import { AddCartItem, CartAnswer, CartItemParams, ChangeCartItem, CartItemQuery, type PriceTier } from '@nordhaut/contracts';
import type { Commands, Accepted } from '@nordhaut/platform/envelope';
import { orThrow, type Routes } from '@nordhaut/platform/http';
import { cartDecider, type CartCommand, type ProductFacts } from './cart.decide.ts';
import type { Cart, CartEvent } from './cart.ts';
import { cartStream } from './stream.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The catalogue's facts about a product in a tier; the session adds whether the caller is a member. */
export type ProductFactsOf = (productId: number, tier: PriceTier) => Omit<ProductFacts, 'isMember'>;

const linesOf = ({ items, claims }: Cart): Pick<CartAnswer, 'items' | 'claimed'> => ({
  items: [...items],
  claimed: claims.map(({ orderNo, items: lines }) => ({ orderNo, items: [...lines] })),
});

/** The visitor's cookie identifies a guest's cart (design/http-api.md). */
export function cartRoutes({ commands, factsOf }: { commands: Commands; factsOf: ProductFactsOf }): Routes {
  const answer = (cartId: string, { state, revision, position }: Accepted<Cart, CartEvent>): CartAnswer => ({
    cartId,
    ...linesOf(state),
    revision,
    // A cart without events has no position to wait for.
    ...(revision >= 0 && { position: String(position) }),
  });

  async function change(request: FastifyRequest, reply: FastifyReply, command: CartCommand): Promise<CartAnswer> {
    const newcomer = request.knownVisitor() === undefined;
    const cartId = reply.visitor();
    const outcome = await commands.handle(cartStream(cartId), cartDecider, command, request.context(), { fresh: newcomer });
    return answer(cartId, orThrow(outcome));
  }

  return (app) => {
    app.get(
      '/api/cart',
      { schema: { response: { 200: CartAnswer }, summary: "The visitor's cart", tags: ['cart'] }, config: { access: 'public' } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const cartId = request.knownVisitor();
        if (cartId === undefined) return { cartId: null, items: [], claimed: [], revision: -1 };
        const { state, revision } = await commands.load(cartStream(cartId), cartDecider);
        return { cartId, ...linesOf(state), revision };
      },
    );

    app.post(
      '/api/cart/items',
      {
        schema: { body: AddCartItem, response: { 200: CartAnswer }, summary: 'Add to the cart', tags: ['cart'] },
        config: { access: 'public' },
      },
      async (request, reply) => {
        const { productId, quantity, tier } = request.body;
        const facts = { ...factsOf(productId, tier), isMember: request.actor?.kind === 'member' };
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
        config: { access: 'public' },
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
        config: { access: 'public' },
      },
      async (request, reply) =>
        change(request, reply, { type: 'ChangeQuantity', productId: request.params.productId, tier: request.query.tier, quantity: 0 }),
    );
  };
}
