import { refuse } from '@nordhaut/platform/http';
import { messages } from './messages.ts';

/** Unknown and closed names answer alike (decisions.md 76). @throws Rejected 403 */
export const closed = (): never => refuse(403, 'DATA_REFUSED', messages.refused);
/** @throws Rejected 400 */
export const malformed = (): never => refuse(400, 'BAD_REQUEST', messages.malformed);
