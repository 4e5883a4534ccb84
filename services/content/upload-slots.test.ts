import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { uploadSlots } from './upload-slots.ts';

function uploads() {
  const inSlot = uploadSlots();
  /** An upload that takes as long as the test wants. */
  return (memberId: string, ip: string) => {
    const { promise, resolve: end } = Promise.withResolvers<string>();
    const request = { ip, raw: { socket: { bytesRead: 0 } } } as unknown as FastifyRequest;
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
    const outcome = inSlot({ request, reply, memberId }, () => promise).catch((error: Error) => error);
    return { end: () => end('done'), outcome };
  };
}

test('several members of one network leave a slot for others', async () => {
  const upload = uploads();
  const flood = ['a', 'b', 'c'].map((member) => upload(member, '198.51.100.7'));
  expect(await upload('d', '198.51.100.7').outcome).toBeInstanceOf(Error);
  const other = upload('e', '203.0.113.1');
  for (const one of [...flood, other]) one.end();
  expect(await Promise.all([...flood, other].map(({ outcome }) => outcome))).toEqual(['done', 'done', 'done', 'done']);
});

test('four members of four networks that upload without pause leave a slot for others', async () => {
  const upload = uploads();
  const flood = [1, 2, 3, 4].map((n) => upload(`m${n}`, `198.51.100.${n}`));
  await sleep(50);
  flood[0]?.end();
  expect(await flood[0]?.outcome).toBe('done');
  expect(await upload('m1', '198.51.100.1').outcome).toBeInstanceOf(Error);
  const other = upload('e', '203.0.113.1');
  for (const one of [...flood, other]) one.end();
  expect(await other.outcome).toBe('done');
});
