import type { GroupFace, PlaceAgreed } from '@nordhaut/group';
import { endErrors } from '@nordhaut/platform/data-tables';
import type { Module } from '@nordhaut/platform/module';
import { auditMigrations, endAudit } from './audit.ts';
import { callerOf, type StaffSessions } from './caller.ts';
import { DataApiConfig } from './config.ts';
import { consoleRoutes } from './console-routes.ts';
import { doorsOf } from './doors.ts';
import { dataRoutes } from './http.ts';
import { reportRoutes } from './report-routes.ts';
import { dataRegistry } from './registry.ts';
import type { User } from './user-table.ts';

/** rows that one statement deletes */
const BATCH = 1_000;

/** The specification's generic data API behind one registry of tables (infra/decisions/071). */
export const dataApi: Module<{
  support: StaffSessions;
  accounts: { userOf(memberId: string): Promise<User> };
  group: GroupFace;
  checkout: { placeAgreed: PlaceAgreed };
  catalogue: { byId(productId: number): object | undefined };
}> = {
  name: 'data-api',
  config: DataApiConfig,
  migrations: auditMigrations,
  forgets: {
    // Errors and audit entries end by themselves (decisions.md 84, 85).
    async finish({ pool, clock, config }) {
      const { KEEP_ERRORS_DAYS: days, KEEP_AUDIT_YEARS: years } = config.of(DataApiConfig);
      const ended = [await endErrors(pool, clock(), days, BATCH), await endAudit(pool, clock(), years, BATCH)];
      return ended.includes(BATCH);
    },
  },
  routes: ({ pool }, { support, accounts, group, checkout, catalogue }) => {
    const registry = dataRegistry(accounts.userOf, (productId) => catalogue.byId(productId) !== undefined);
    const caller = callerOf(support);
    const doors = doorsOf(group, checkout.placeAgreed);
    return [
      dataRoutes({ registry, pool, callerOf: caller, doors }),
      consoleRoutes({ registry, pool, callerOf: caller }),
      reportRoutes(pool),
    ];
  },
};
