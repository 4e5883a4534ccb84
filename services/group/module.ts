import type { Module } from '@nordhaut/platform/module';
import type { GroupFace } from './group.ts';
import { groupRoutes } from './http.ts';
import type { PlaceAgreed } from './place.ts';
import { seedProjects } from './seed.ts';
import { groupMigrations } from './tables.ts';

export { openGroup } from './group.ts';

/** Group buying: the projects that staff edit, their pages, and orders from them (infra/decisions/070). */
export const group: Module<{ group: GroupFace; checkout: { placeAgreed: PlaceAgreed } }> = {
  name: 'group',
  migrations: groupMigrations,
  async seed(engine) {
    // Projects of groups that do not exist have no place in production.
    if (engine.config.NODE_ENV !== 'production') await seedProjects(engine);
  },
  routes: (_engine, { group: face, checkout }) => [groupRoutes(face, checkout.placeAgreed)],
};
