import { ConfigError } from '../config.ts';
import { UnknownOutcome } from './eventstoredb/failures.ts';
import { type EventStore, StoreUnavailable } from './port.ts';

/**
 * Checks that the event store answers, so that a wrong address is an error at the start and not at the first order.
 * @param setting name of the setting, e.g. `EVENTSTORE_URL`; the address may hold a password, so no message repeats it
 * @throws ConfigError in one sentence
 */
export async function checkEventStoreConnection(store: EventStore, setting: string): Promise<void> {
  try {
    await store.head();
  } catch (error) {
    throw new ConfigError([`${setting}: ${reasonOf(error)}`]);
  }
}

/** The innermost error has the reason; gRPC and the client wrap it. */
function reasonOf(error: unknown): string {
  const inner = error instanceof StoreUnavailable ? (error.cause ?? error) : error;
  const { message = String(inner), type } = inner as { message?: string; type?: string };
  if (type === 'access-denied' || /UNAUTHENTICATED|PERMISSION_DENIED|Access Denied/i.test(message))
    return 'the event store refuses the user name or the password, or this user may not read $all.';
  if (/ENOTFOUND|EAI_AGAIN|Name resolution failed/i.test(message)) return 'there is no host of this name, or no way to ask for it.';
  if (/ECONNREFUSED/.test(message)) return 'nothing listens at this host and port.';
  if (/certificate|self.signed|unable to verify|ALTNAME/i.test(message))
    return `the event store's certificate is not trusted (${brief(message)}); name its authority with tlsCaFile=….`;
  if (/wrong version number|packet length too long/i.test(message))
    return 'the address asks for TLS, and what listens there speaks none; a server without TLS needs tls=false.';
  if (/SSL routines|EPROTO/i.test(message)) return `TLS could not be agreed on with what listens there (${brief(message)}).`;
  if (/Failed to connect|ECONNRESET|socket hang up|Protocol error|Parse Error/i.test(message))
    return 'what listens there is no event store, or one that wants TLS (then leave tls=false out).';
  // The client gives up its search before or after this call's deadline. That depends on the machine's speed.
  if (inner instanceof UnknownOutcome || /Failed to discover/i.test(message))
    return 'nothing answers there; a cluster (esdb+discover://) has to be reachable at one of the hosts named.';
  return `the event store cannot be reached: ${brief(message)}`;
}

const brief = (message: string): string => message.split('\n', 1)[0]?.slice(0, 200) ?? '';
