import type { CommandContext, Commands } from '@nordhaut/platform/envelope';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { MemberOrderQueries } from './member-orders.ts';
import { orderDecider } from './order.decide.ts';
import { orderStream } from './stream.ts';

const adoptionId = nameUuids('4d0a6a0e-8f8b-5b62-9d1c-6f4f5a0f7c31');

/** Who adopts, and what shows that the orders are theirs. A phone number shows nothing. */
export type Adopter = {
  memberId: string;
  /** order numbers of the signed cookie that this browser got when it placed the orders */
  ofBrowser: readonly string[];
  /** keyed hash of the e-mail that the member confirmed; null: none is confirmed */
  confirmedEmailKey: string | null;
  /** orders that the member's stream has already */
  known: readonly string[];
  /** records the order in the member's stream; an order that it has changes nothing */
  record(orderNo: string, by: 'COOKIE' | 'EMAIL'): Promise<void>;
};
export type Adoption = (adopter: Adopter, context: CommandContext) => Promise<boolean>;

type Deps = {
  commands: Commands;
  orders: Pick<MemberOrderQueries, 'adoptable'>;
  clock: () => Date;
  log: { warn(data: object, message: string): void };
};

/**
 * Gives a member the orders that they placed as a guest. The order's stream decides about the owner, and the first owner
 * stays; then the member's stream records it. If the process dies in between, the next adoption finds the order by its
 * owner and completes the member's stream. A failure concerns one order, and the other orders are adopted.
 * @returns whether all were adopted or belong to somebody else; false: the browser has to keep its cookie
 */
export const adoption =
  ({ commands, orders, clock, log }: Deps): Adoption =>
  async ({ memberId, ofBrowser, confirmedEmailKey, known, record }, context) => {
    const found = await orders.adoptable(memberId, confirmedEmailKey);
    const wanted = new Map<string, 'COOKIE' | 'EMAIL'>();
    for (const orderNo of found.byEmail) wanted.set(orderNo, 'EMAIL');
    for (const orderNo of ofBrowser) wanted.set(orderNo, 'COOKIE');
    for (const orderNo of found.adopted) if (!known.includes(orderNo)) wanted.set(orderNo, wanted.get(orderNo) ?? 'COOKIE');
    let complete = true;
    for (const [orderNo, by] of wanted) {
      try {
        const own = { ...context, commandId: adoptionId(`${orderNo}/${memberId}`) };
        const command = { type: 'AdoptOrder', at: clock().toISOString(), memberId, by } as const;
        const outcome = await commands.handle(orderStream(orderNo), orderDecider, command, own);
        if (!outcome.ok || outcome.state?.adoptedBy !== memberId) continue;
        await record(orderNo, by);
        // The same buyer's goods, sent again. No cookie names their orders, and what proved them before must not count any more.
        for (const { linkedOrderNo } of outcome.state.linked ?? []) if (!wanted.has(linkedOrderNo)) wanted.set(linkedOrderNo, by);
      } catch (err) {
        complete = false;
        log.warn({ orderNo, err }, 'an order could not be adopted; the next sign-in tries again');
      }
    }
    return complete;
  };
