export { openBus } from './bus.ts';
export { databaseUsers } from './database-users.ts';
export { type Engine, EngineConfig, type EngineOptions, openEngine } from './open.ts';
export { type HeldEvent, heldEvents, heldSince, type StoppedReader } from './held-events.ts';
export { forgetWhatIsDue } from './forgetter.ts';
export { searchHash } from './search-hash.ts';
export { readModelsRole } from './read-models.ts';
