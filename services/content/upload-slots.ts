import { contentMessages as messages } from '@nordhaut/contracts';
import { Rejected } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Uploads that one process takes at once; each holds one image in memory. */
const AT_ONCE = 4;
/** ms after which a body has to keep up, if others wait for its slot */
const GRACE = 2_000;
/** bytes per second that it has to bring then: a picture of a phone in 100 s over a weak mobile network */
const LEAST_RATE = 32_000;

const uploadBusy = (): Rejected =>
  new Rejected({ status: 503, code: 'UPLOAD_BUSY', message: messages.uploadBusy }, { httpStatus: 503, headers: { 'retry-after': '2' } });
const tooSlow = (): Rejected => new Rejected({ status: 408, code: 'REQUEST_TIMEOUT', message: messages.uploadSlow });

/**
 * `receives`: whether the upload waits for its sender now, or for the shop. `over`: fires when the answer was sent, or the
 * connection has ended.
 */
export type Slot = { receives(isReceiving: boolean): void; over: AbortSignal };
type Held = { memberId: string; since: number; bytes: number; isReceiving: boolean; request: FastifyRequest; giveUp(): void };

/** of the connection */
const bytesOf = ({ raw }: FastifyRequest): number => raw.socket.bytesRead ?? 0;

/**
 * The slots of a process. A body that hardly arrives holds one only until another upload wants it: otherwise four slow senders
 * would keep all others out, again and again until the server's timeout. A slow network alone ends no upload.
 *
 * A member has one slot, so nobody alone holds all of them. An upload ends with its answer, also where that is the server's
 * timeout or the sender is gone. Its work ends first, because the slots bound the memory.
 */
export function uploadSlots() {
  const held = new Set<Held>();

  function isSlow({ since, bytes, isReceiving, request }: Held): boolean {
    const ms = performance.now() - since;
    return isReceiving && ms > GRACE && bytesOf(request) - bytes < (LEAST_RATE * ms) / 1_000;
  }

  /** @throws Rejected 503 where all slots or the member's own are busy, 408 where the body was too slow */
  return async <Result>(
    { request, reply, memberId }: { request: FastifyRequest; reply: FastifyReply; memberId: string },
    work: (slot: Slot) => Promise<Result>,
  ): Promise<Result> => {
    const ofMember = (): Held[] => [...held].filter((one) => one.memberId === memberId);
    ofMember().find(isSlow)?.giveUp();
    if (held.size >= AT_ONCE) [...held].find(isSlow)?.giveUp();
    if (held.size >= AT_ONCE || ofMember().length > 0) throw uploadBusy();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const over = new AbortController();
    const own: Held = {
      memberId,
      since: performance.now(),
      bytes: bytesOf(request),
      isReceiving: true,
      request,
      giveUp() {
        held.delete(own);
        void reply.header('connection', 'close');
        // The rest of the body would come all the same.
        reply.raw.once('finish', () => request.raw.destroy());
        reject(tooSlow());
      },
    };
    held.add(own);
    reply.raw.once('close', () => {
      if (!held.has(own)) return;
      over.abort();
      request.raw.destroy();
    });
    const slot: Slot = {
      over: over.signal,
      receives(isReceiving) {
        Object.assign(own, { isReceiving, since: performance.now(), bytes: bytesOf(request) });
      },
    };
    const result = work(slot);
    // Its outcome has no reader after it was given up.
    result.catch(() => undefined);
    try {
      return await Promise.race([result, ended]);
    } finally {
      held.delete(own);
    }
  };
}
