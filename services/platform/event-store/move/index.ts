export { type CopyFigures, type CopyOptions, NotACopy, StoreCopy } from './copy.ts';
export { addressOf, checkHome, checkMovable, hasMoved, reopen, seal, settleMove } from './home.ts';
export { BrokenHistory } from './ledger.ts';
export { shopConnections } from './shop-connections.ts';
