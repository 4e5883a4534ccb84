import { PoisonAnswer } from '@nordhaut/contracts/support';
import { type Engine, heldEvents } from '@nordhaut/platform/engine';
import type { RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import type { Routes } from '@nordhaut/platform/http';
import { codeOf, maskedPayload } from './masked.ts';

/** Poison events for operators: what each reader holds back. Payloads are masked, so no view is logged. */
export const poisonRoutes =
  ({ pool, store }: Pick<Engine, 'pool' | 'store'>): Routes =>
  (app) => {
    app.get(
      '/api/support/poison',
      {
        schema: {
          response: { 200: PoisonAnswer },
          summary: 'Events that readers cannot read, and the streams that wait',
          tags: ['support'],
        },
        config: { access: 'support', right: 'administer' },
      },
      async () => {
        const { held, stopped } = await heldEvents(pool);
        const read = new Map<StreamName, readonly RecordedEvent[]>();
        // One after the other: the list is short, and the pool belongs to the shoppers.
        for (const stream of new Set(held.map((one) => one.stream))) read.set(stream, await store.read(stream));
        return {
          held: held.map(({ stream, eventId, reason, since, ...one }) => {
            const events = read.get(stream) ?? [];
            const event = events.find(({ id }) => id === eventId);
            return {
              ...one,
              stream,
              eventId,
              since: since.toISOString(),
              code: codeOf(reason),
              revision: event?.revision ?? null,
              waiting: event ? events.filter(({ revision }) => revision > event.revision).length : 0,
              payload: event ? maskedPayload(event.data) : null,
            };
          }),
          stopped,
        };
      },
    );
  };
