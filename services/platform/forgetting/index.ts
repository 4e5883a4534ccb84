export { askToForget, leftOf } from './ask.ts';
export { forgettingCheck, type ForgettingCheckOptions } from './check.ts';
export * from './event.ts';
export { completeForgettings, finishForgetting, forgottenOf, split } from './finish.ts';
export * from './forgets.ts';
export { forgottenList, type ForgottenList, type Replayed } from './list.ts';
export type { Forgotten } from './list-file.ts';
export { eventsOf, openSet, sealedSets, visitorsOf } from './personal-data.ts';
export { forgettingMigrations } from './migrations.ts';
