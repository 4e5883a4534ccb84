export { openBus } from './bus.ts';
export { databaseUsers } from './database-users.ts';
export { type Engine, EngineConfig, openEngine } from './open.ts';
export { heldEvents, heldSince } from './held-events.ts';
export { forgetWhatIsDue } from './forgetter.ts';
export { searchHash } from './search-hash.ts';
export { readModelsRole } from './read-models.ts';
