export { type CopyFigures, type CopyOptions, NotACopy, StoreCopy } from './copy.ts';
export { addressOf, checkEventLocation, checkMovable, hasMoved, reopen, seal, finishMove } from './event-location.ts';
export { BrokenHistory } from './ledger.ts';
export { shopConnections } from './shop-connections.ts';
