export { decrypt, encrypt } from './aes.ts';
export { canonical } from './canonical.ts';
export { Chains } from './chains.ts';
export { asEvent, type Codec, type CommandContext, createCodec, type DecodedEvent } from './codec.ts';
export {
  type Accepted,
  type Commands,
  createCommands,
  type HandleOptions,
  type HandleRequest,
  type Outcome,
  request,
} from './commands.ts';
export { chained, chainHashOfVersion1, GENESIS, HASH_VERSION, withHashOfVersion1 } from './hash-chain.ts';
export { destroyKeys, opensText } from './subject-keys.ts';
export { type HistoryCheck, type Verdict, type VerifiedEvent } from './history-check.ts';
export { envelopeMigrations } from './migrations.ts';
export { type OuterKeys, openOuterKeys, outerKeys } from './outer-keys.ts';
export type { SealedPersonal } from './opening.ts';
export { causeIn, NO_TRAIL, type Trail } from './trail.ts';
export type { Loaded } from './stream-state.ts';
export { Contended } from './stream-worker.ts';
export { type EventShape, type Upcaster } from './upcasters.ts';
export { ofTheHistory, UnreadableHistory } from './unreadable.ts';
export { TemporarilyRefused, type WaitingObserver } from './waiting.ts';
export { createVault, type Vault } from './vault.ts';
export { resealTables, type SealedTable } from './sealed-tables.ts';
export { checkOuterKeys, rewrapKeys, wrapClearKeys } from './wrapped-keys.ts';
