import { LastPurchaseAnswer } from '@nordhaut/contracts';
import type { PurchaseEvent, TrackedItem } from '@nordhaut/contracts/tracking';
import { memberOf, orderDecider, orderNoOf, orderStream, ownerOf } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import type { StreamName } from '@nordhaut/platform/event-store';
import type { Routes } from '@nordhaut/platform/http';
import type pg from 'pg';
import type { Consents } from './consents.ts';
import { wasPaidBackUnseen } from './report.ts';

/** ms for which the result page may ask for the purchase */
const RECENT = 3_600_000;

export type PurchaseHttp = { consents: Consents; pool: Pick<pg.Pool, 'query'>; commands: Pick<Commands, 'load'>; clock: () => Date };

/** The browser's last purchase for the data layer (decisions.md 81): the event that GA4 gets from the server, which names no order. */
export const purchaseRoute =
  ({ consents, pool, commands, clock }: PurchaseHttp): Routes =>
  (app) => {
    app.get(
      '/api/capi/purchase',
      {
        schema: { response: { 200: LastPurchaseAnswer }, summary: "The browser's last purchase, for its data layer", tags: ['consent'] },
        config: { access: 'public' },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const consent = await consents.of(request);
        const memberId = memberOf(request);
        return { purchase: consent ? await lastOf(consent.id, memberId) : null };
      },
    );

    async function lastOf(consentId: string, memberId: string | null): Promise<PurchaseEvent | null> {
      const { rows } = await pool.query<{ id: string; stream: string }>({
        name: 'last purchase of a browser',
        text: `select id, stream from tracked_purchases where consent_id = $1 and occurred_at > $2 order by occurred_at desc limit 1`,
        values: [consentId, new Date(clock().getTime() - RECENT)],
      });
      const [row] = rows;
      if (!row) return null;
      const { state: order } = await commands.load(orderStream(orderNoOf(row.stream as StreamName)), orderDecider);
      if (!order || wasPaidBackUnseen(order)) return null;
      // After a sign-out, the next person at this browser does not see what the member bought.
      const owner = ownerOf(order);
      if (owner !== null && owner !== memberId) return null;
      const { lines, subtotal, shippingFee } = order.terms;
      const items = lines.map(
        ({ productId, nameZh, tier, unitPrice, quantity }, index): TrackedItem => ({
          item_id: String(productId),
          item_name: nameZh.slice(0, 100),
          item_variant: tier,
          price: unitPrice,
          quantity,
          index,
        }),
      );
      return { transaction_id: row.id, currency: 'TWD', value: subtotal, shipping: shippingFee, tax: 0, items };
    }
  };
