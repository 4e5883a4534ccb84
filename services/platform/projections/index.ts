export { prepareProjections, readCheckpoints } from './checkpoint.ts';
export { type Backlog, createLagMeter, type StoreReader } from './lag-meter.ts';
export { projectionMigrations } from './migrations.ts';
export { countBlocked, readBlocked } from './poison.ts';
export type { HashOf, Projection } from './projection.ts';
export { createProjector, type Projector, type ProjectorOptions } from './projector.ts';
export { ofNewColumn } from './new-column.ts';
export { rowProjection } from './row-projection.ts';
export { createPositionWaiter, type PositionWaiter } from './waiter.ts';
