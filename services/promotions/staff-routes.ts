import {
  type ChangedCoupons,
  CouponIdParams,
  DefineCouponsAnswer,
  DefineCouponsRequest,
  Done,
  ReasonRequest,
  SupportCoupons,
} from '@nordhaut/contracts/support';
import { orThrow, Rejected, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { importCoupons, type ImportDeps, type Imported, versionOf } from './import-coupons.ts';
import { messages } from './messages.ts';
import { stockDecider } from './stock.decide.ts';
import { couponStream } from './stream.ts';

export type CouponStaffHttp = ImportDeps & {
  /** the log of what the staff does: who and why */
  log(request: FastifyRequest, view: { action: 'COUPONS'; reason: string }): Promise<void>;
  /** Waits a bounded time until the read model has the events of this moment, so that the staff see what they just did. */
  caughtUp(): Promise<unknown>;
};

const tags = ['support'];
const administer = { access: 'support', right: 'administer' } as const;
type Row = {
  coupon_id: string;
  uid: string;
  ended_at: Date | null;
  reserved: number;
  redeemed: number;
  left_over: number | null;
  definition: Record<string, unknown> & { coupon_name?: string };
};

/** A stale form is told what the coupons are now. */
function changedByOthers(changed: NonNullable<Extract<Imported, { ok: false }>['changed']>): Rejected {
  const now = Object.entries(changed).map(([id, definition]) => [id, { version: versionOf(definition), definition }] as const);
  const coupons: ChangedCoupons = Object.fromEntries(now);
  const message = messages.couponsChanged(
    Object.values(changed)
      .map(({ coupon_uid: uid }) => uid)
      .join('、'),
  );
  return new Rejected({ status: 409, code: 'COUPON_CHANGED', message, details: { coupons: JSON.stringify(coupons) } });
}

/** Coupons in the console. A definition goes through the importer's whole validation; a dry run says what it would change. */
export function couponStaffRoutes({ log, caughtUp, ...deps }: CouponStaffHttp): Routes {
  return (app) => {
    app.get(
      '/api/support/coupons',
      { schema: { response: { 200: SupportCoupons }, summary: 'All coupons', tags }, config: administer },
      async () => {
        await caughtUp();
        const { rows } = await deps.pool.query<Row>(
          'select coupon_id, uid, ended_at, reserved, redeemed, left_over, definition from coupons order by ended_at is not null, coupon_id::bigint',
        );
        return {
          coupons: rows.map(({ coupon_id: couponId, uid, ended_at, reserved, redeemed, left_over, definition }) => ({
            couponId,
            uid,
            name: definition.coupon_name ?? '',
            endedAt: ended_at?.toISOString() ?? null,
            reserved: left_over === null ? null : reserved,
            redeemed: left_over === null ? null : redeemed,
            definition,
            version: versionOf(definition),
          })),
        };
      },
    );
    app.post(
      '/api/support/coupons',
      {
        schema: { body: DefineCouponsRequest, response: { 200: DefineCouponsAnswer }, summary: 'Define or change coupons', tags },
        // A repeat of the same definitions changes nothing.
        config: { ...administer, idempotency: 'off', limit: 'expensive' },
      },
      async (request) => {
        const { coupons, dryRun, reason, seen } = request.body;
        if (!dryRun)
          await log(request, { action: 'COUPONS', reason: `${coupons.map((one) => String(one['coupon_uid'])).join('、')}：${reason}` });
        const imported = await importCoupons(deps, coupons, dryRun, { actor: request.context().actor, seen });
        if (!imported.ok && imported.changed) throw changedByOthers(imported.changed);
        return imported.ok ? { changes: imported.changes, faults: [] } : { changes: [], faults: imported.faults };
      },
    );
    app.post(
      '/api/support/coupons/:couponId/end',
      {
        schema: { params: CouponIdParams, body: ReasonRequest, response: { 200: Done }, summary: 'End a coupon', tags },
        config: administer,
      },
      async (request) => {
        const { couponId } = request.params;
        await log(request, { action: 'COUPONS', reason: `${couponId}：${request.body.reason}` });
        const command = { type: 'EndCoupon', at: deps.clock().toISOString() } as const;
        orThrow(await deps.commands.handle(couponStream(couponId), stockDecider, command, request.context()));
        return { ok: true as const };
      },
    );
  };
}
