import { contentMessages as messages } from '@nordhaut/contracts';
import { Rejected, siteOf } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Uploads that one process takes at once; each holds one image in memory. */
const AT_ONCE = 4;
/** ms after which a body has to keep up, if others wait for its slot */
const GRACE = 2_000;
/** bytes per second that it has to bring then: a picture of a phone in 100 s over a weak mobile network */
const LEAST_RATE = 32_000;
/** times the duration of an upload for which its network leaves the last slot to others */
const REST = 10;

const uploadBusy = (): Rejected =>
  new Rejected({ status: 503, code: 'UPLOAD_BUSY', message: messages.uploadBusy }, { httpStatus: 503, headers: { 'retry-after': '2' } });
const tooSlow = (): Rejected => new Rejected({ status: 408, code: 'REQUEST_TIMEOUT', message: messages.uploadSlow });

/**
 * `receives`: whether the upload waits for its sender now, or for the shop. `over`: fires when the answer was sent, or the
 * connection has ended.
 */
export type Slot = { receives(isReceiving: boolean): void; over: AbortSignal };
type Held = {
  memberId: string;
  network: string;
  since: number;
  bytes: number;
  isReceiving: boolean;
  request: FastifyRequest;
  giveUp(): void;
};

/** of the connection */
const bytesOf = ({ raw }: FastifyRequest): number => raw.socket.bytesRead ?? 0;

/**
 * The slots of a process. A body that hardly arrives holds one only until another upload wants it: otherwise four slow senders
 * would keep all others out, again and again until the server's timeout. A slow network alone ends no upload.
 *
 * A member has one slot, and who comes from a network that has one, or had one until now, leaves the last slot to others. So nobody
 * holds all of them without pause, also not by several accounts. An upload ends with its answer, also where that is the server's
 * timeout or the sender is gone. Its work ends first, because the slots bound the memory.
 */
export function uploadSlots() {
  const held = new Set<Held>();
  /** by network, until when it rests; `performance.now()` */
  const rests = new Map<string, number>();

  function hasLastSlot(network: string): boolean {
    return (rests.get(network) ?? 0) < performance.now() && ![...held].some((one) => one.network === network);
  }

  function rest(network: string, began: number): void {
    const now = performance.now();
    for (const [other, until] of rests) if (until < now) rests.delete(other);
    rests.set(network, Math.max(rests.get(network) ?? 0, now + REST * (now - began)));
  }

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
    const network = siteOf(request.ip);
    const slots = hasLastSlot(network) ? AT_ONCE : AT_ONCE - 1;
    if (held.size >= slots) [...held].find(isSlow)?.giveUp();
    if (held.size >= slots || ofMember().length > 0) throw uploadBusy();
    const began = performance.now();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const over = new AbortController();
    const own: Held = {
      memberId,
      network,
      since: began,
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
      rest(network, began);
    }
  };
}
