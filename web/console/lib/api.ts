/** A refusal of the API, or no answer, as an error with a sentence for the user. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string>>;
  constructor(status: number, message: string, { code = '', details = {} }: { code?: string; details?: Record<string, string> } = {}) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** staffId of the person whose page this tab shows; undefined before it is known */
let shown: string | undefined;

/**
 * From now on, all calls are for this person. Tabs share one session, and another tab may have opened somebody else's: the server refuses
 * a call for another person than the session's.
 */
export function callFor(staffId: string | undefined): void {
  shown = staffId;
}
const forShown = (): Record<string, string> => (shown === undefined ? {} : { 'for-staff': shown });

/** of the last event of this tab's last act */
let acted: string | undefined;
/** The path of a read that waits, a bounded time, until it has what this tab did last. */
export const afterActs = (path: string): string => (acted === undefined ? path : `${path}?after=${acted}`);

const UNREACHABLE = '目前無法連線，請稍後再試';

/**
 * Calls the API of the console, or another call of the shop by its whole path. The server and this build have the same
 * release, so the answer has the type of its contract. `key`: of a command, so that a repeat after a lost answer has one effect.
 * @throws Refused; status 0 without an answer
 */
export async function call<Answer>(path: string, body?: unknown, signal?: AbortSignal, key?: string): Promise<Answer> {
  const request: RequestInit = {
    headers: {
      ...forShown(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  const lost = (error: unknown): never => {
    if (signal?.aborted) throw error;
    throw new Refused(0, UNREACHABLE);
  };
  const response = await fetch(path.startsWith('/') ? path : `/api/support/${path}`, request).catch(lost);
  // An answer that was cut off is none. A refusal may come from a proxy, which has no JSON.
  const unread = (error: unknown): object => {
    if (!signal?.aborted) console.warn(`${path.split('?')[0]} answered ${response.status} in another form`);
    return response.ok ? lost(error) : {};
  };
  const answer = (await response.json().catch(unread)) as Answer & {
    message?: string;
    code?: string;
    details?: Record<string, string>;
    position?: unknown;
  };
  if (!response.ok) throw new Refused(response.status, answer.message ?? UNREACHABLE, answer);
  if (key !== undefined && typeof answer.position === 'string') acted = answer.position;
  return answer;
}

/** ms in which the browser begins to save a file */
const KEPT_MS = 60_000;

/** Saves a file of the console under this name. A link cannot ask for the second factor, and a refusal would be saved as the file. @throws Refused */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetch(`/api/support/${path}`, { headers: forShown() }).catch(() => {
    throw new Refused(0, UNREACHABLE);
  });
  if (!response.ok) {
    const answer = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
    throw new Refused(response.status, answer.message ?? UNREACHABLE, answer);
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/**
 * Whether a command that failed may have had its effect, or may still get it: no answer, a failure of the server, or an earlier
 * request with the key that still runs. A repeat needs the same key then; after a refusal it needs a new one.
 */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof Refused) || error.status === 0 || error.status >= 500 || error.code === 'IDEMPOTENCY_KEY_IN_USE';

export const sentenceOf = (error: unknown): string => (error instanceof Refused ? error.message : '發生未預期的錯誤，請重新整理後再試');
