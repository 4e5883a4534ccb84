import { GroupParams, groupRefusals as messages, GroupProjectAnswer, PlaceGroupOrderRequest, PlaceOrderAnswer } from '@nordhaut/contracts';
import { memberOf } from '@nordhaut/ordering';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { GroupFace } from './group.ts';
import { groupOrders, type PlaceAgreed } from './place.ts';

/** A project's page and its orders (spec/3-purchase-flow §2, "Group-buy page"). */
export const groupRoutes =
  (group: GroupFace, placeAgreed: PlaceAgreed): Routes =>
  (app) => {
    const place = groupOrders(group, placeAgreed);
    app.get(
      '/api/group-projects/:address',
      {
        schema: { params: GroupParams, response: { 200: GroupProjectAnswer }, summary: 'One group project', tags: ['group'] },
        config: { access: 'public' },
      },
      async (request, reply) => {
        // It says how long its state lasts, so a kept copy would be wrong.
        void reply.header('cache-control', 'no-store');
        const project = await group.project(request.params.address, memberOf(request));
        return project ? { project } : refuse(404, 'GROUP_NOT_FOUND', messages.notFound);
      },
    );

    app.post(
      '/api/group-orders',
      {
        schema: { body: PlaceGroupOrderRequest, response: { 201: PlaceOrderAnswer }, summary: 'Place a group order', tags: ['group'] },
        config: { access: 'public', limit: 'expensive' },
      },
      (request, reply) => place(request.body, request, reply),
    );
  };
