export { type Checkpoint, openCheckpoint, originOf } from './checkpoint.ts';
export { AgainstCheckpoints, type Outside } from './checks/against-checkpoints.ts';
export { againstReceipts } from './checks/against-receipts.ts';
export { keyText } from './config.ts';
export { nameOf } from './event.ts';
export { NotSigned, readPublicKey, signerOf, type Verifier } from './note.ts';
export { EventTree, eventLeaf } from './tree.ts';
export { readReceipt, receiptOf } from './receipt.ts';
export { type Fault, type Verified, type VerifyOptions, verifyStore, verifyStream } from './verify.ts';
