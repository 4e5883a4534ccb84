export { prepareProjections, readCheckpoints } from './checkpoint.ts';
export { type Backlog, measureBacklogs, type StoreReader } from './backlogs.ts';
export { projectionMigrations } from './migrations.ts';
export { countBlocked, readBlocked } from './poison.ts';
export type { HashOf, Projection } from './projection.ts';
export { createProjector, type Projector, type ProjectorOptions } from './projector.ts';
export { ofNewColumn } from './new-column.ts';
export { rowProjection } from './row-projection.ts';
export { createPositionWaiter } from './waiter.ts';
