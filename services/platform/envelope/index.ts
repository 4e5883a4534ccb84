export { canonical } from './canonical.ts';
export { type Codec, type CommandContext, createCodec, type DecodedEvent, type Encoded, type EncodeRequest } from './codec.ts';
export {
  type Accepted,
  type Commands,
  type CommandsOptions,
  createCommands,
  type HandleOptions,
  type HandleRequest,
  type Loaded,
  type Outcome,
  request,
} from './commands.ts';
export { chained, chainHashOfVersion1, GENESIS, HASH_VERSION, withHashOfVersion1 } from './hash-chain.ts';
export { envelopeMigrations } from './migrations.ts';
export { SealBroken } from './seal.ts';
export { Contended } from './stream-worker.ts';
export { type EventShape, type Upcaster } from './upcasters.ts';
export { UnreadableHistory } from './unreadable.ts';
export { TemporarilyRefused, type WaitingObserver, type WhyRefused } from './waiting.ts';
export { createVault, type Vault, type VaultOptions } from './vault.ts';
export { type Fault, type Verified, type VerifyOptions, verifyStore, verifyStream } from './verify.ts';
