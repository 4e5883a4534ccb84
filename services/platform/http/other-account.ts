import type { FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';
import { messages } from './messages.ts';

/**
 * Refuses a request of a page that shows another account than the session's. All tabs of a browser share one session, and a tab
 * may not know yet that another one opened somebody else's. So a page names in a header the account that it shows; a request
 * without the header is one of the session's account. The console and the shop have a header each, because a browser may be signed
 * in to both.
 * @param account of the session, as pages know it
 * @throws Rejected 409
 */
export function refuseOtherAccount(
  { headers }: Pick<FastifyRequest, 'headers'>,
  header: 'for-member' | 'for-staff',
  account: string,
): void {
  const shown = headers[header];
  if (shown !== undefined && shown !== account) refuse(409, 'OTHER_ACCOUNT', messages.otherAccount);
}
