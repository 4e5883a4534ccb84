import type { DataFields } from '@nordhaut/contracts';
import { GROUP_ORDER_FIELDS, type GroupFace, groupOrders, type PlaceAgreed, requestOf } from '@nordhaut/group';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closed, malformed } from './refusals.ts';

/** A table whose set call is a command of its capability, for everybody who may send that command. */
type Door = {
  /** the cost of the command, in addition to the cost of the call */
  limit: 'expensive';
  /** @returns the key of what was made */
  set: (data: DataFields, request: FastifyRequest, reply: FastifyReply) => Promise<string>;
};
export type Doors = ReadonlyMap<string, Door>;

/** Nothing here writes a row that a projection writes (decisions.md 77, infra/decisions/103). */
export function doorsOf(group: GroupFace, placeAgreed: PlaceAgreed): Doors {
  const place = groupOrders(group, placeAgreed);
  return new Map([
    [
      'group_order',
      {
        limit: 'expensive',
        async set(data, request, reply) {
          if (!Object.keys(data).every((name) => GROUP_ORDER_FIELDS.includes(name))) return closed();
          const asked = (await requestOf(data, group.addressOf)) ?? malformed();
          const { orderNo } = await place(asked, request, reply);
          // The data API answers 200 for each write; `placed` set 201.
          void reply.code(200);
          return orderNo;
        },
      },
    ],
  ]);
}
