export { type CopyFigures, NotACopy, StoreCopy } from './copy.ts';
export { addressOf, checkEventLocation, checkMovable, hasMoved, reopen, seal, shopConnections, finishMove } from './event-location.ts';
