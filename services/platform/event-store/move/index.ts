export { type CopyFigures, NotACopy, StoreCopy } from './copy.ts';
export { addressOf, checkEventLocation, checkMovable, hasMoved, reopen, seal, finishMove } from './event-location.ts';
export { shopConnections } from './shop-connections.ts';
