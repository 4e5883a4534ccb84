import {
  DATA_BOUNDS,
  DataDeleteRequest,
  DataGetAnswer,
  DataGetRequest,
  DataSetRequest,
  DataUpdateRequest,
  DataWriteAnswer,
} from '@nordhaut/contracts';
import type { Caller, DataTable, Verb } from '@nordhaut/platform/data-tables';
import { createKysely } from '@nordhaut/platform/database';
import { countAs, Rejected, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { bareName, readableTable, type Registry, writableTable } from './access.ts';
import type { CallerOf } from './caller.ts';
import type { Doors } from './doors.ts';
import { describeTables } from './describe-tables.ts';
import { closed } from './refusals.ts';
import { readQuery } from './query.ts';
import { dataWriter } from './write.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** who writes here, and the table; undefined on other routes, and where the table has a door */
    dataWrite?: { caller: Caller; target: ReturnType<typeof writableTable> };
  }
}

const get = { access: 'public', form: 'json', idempotency: 'off' } as const;
const change = { access: 'public', form: 'json' } as const;
/** By other columns than the key, the database may have to read and sort the whole table for one answer. */
const looksEverywhere = ({ key, must }: DataTable, { kind }: Caller, { conditions = [], orderBy = [] }: DataGetRequest): boolean =>
  kind !== 'staff' && [...conditions, ...orderBy].some(({ property }) => property !== key && property !== must?.[kind]);
const written = (keys: string[]) => ({ state: 200, data: { keys } });

/** The specification's generic calls (spec/3-purchase-flow §7, decisions.md 11, 75–78). */
export const dataRoutes =
  ({ registry, pool, callerOf, doors }: { registry: Registry; pool: pg.Pool; callerOf: CallerOf; doors: Doors }): Routes =>
  (app) => {
    const db = createKysely<Record<string, never>>(pool);
    const write = dataWriter(pool);
    app.addHook('onError', (request, _reply, error, done) => {
      if (error instanceof Rejected && error.rejection.code === 'DATA_REFUSED')
        request.log.warn({ url: request.routeOptions.url, actor: request.actor?.kind ?? 'visitor' }, 'the data API refused a call');
      done();
    });

    /**
     * Runs before a stored answer of the write's idempotency key is sent: it goes to nobody whose rights ended since, and the key belongs
     * to the person of the staff. Where a body names no table, its schema says so afterwards.
     */
    const staffWrites =
      (verb: Verb) =>
      async (request: FastifyRequest): Promise<void> => {
        const { table } = (request.body ?? {}) as { table?: unknown };
        if (typeof table !== 'string' || (verb === 'set' && doors.has(bareName(table)))) return;
        const caller = await callerOf(request);
        request.dataWrite = { caller, target: writableTable(registry, table, verb, caller) };
      };

    app.post(
      '/api/get/',
      {
        config: get,
        schema: {
          body: DataGetRequest,
          response: { 200: DataGetAnswer },
          summary: 'Read rows of a table',
          description: describeTables(registry),
          tags: ['data'],
        },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const caller = await callerOf(request);
        const table = readableTable(registry, request.body.table, caller);
        if (looksEverywhere(table, caller, request.body)) await countAs(app, 'expensive', request);
        const { rows } = await (await readQuery(table, caller, request.body)).execute(db);
        return { state: 200, data: rows.slice(0, DATA_BOUNDS.rows), more: rows.length > DATA_BOUNDS.rows };
      },
    );

    app.post(
      '/api/set/',
      {
        config: change,
        schema: { body: DataSetRequest, response: { 200: DataWriteAnswer }, summary: 'Add a row', tags: ['data'] },
        preValidation: staffWrites('set'),
      },
      async (request, reply) => {
        const door = doors.get(bareName(request.body.table));
        if (door) {
          await countAs(app, door.limit, request);
          return written([await door.set(request.body.data, request, reply)]);
        }
        const { caller, target } = request.dataWrite ?? closed();
        return written(await write.set(target, request.body.data, { caller, commandId: request.commandId }));
      },
    );

    app.post(
      '/api/update/',
      {
        config: change,
        schema: { body: DataUpdateRequest, response: { 200: DataWriteAnswer }, summary: 'Change rows', tags: ['data'] },
        preValidation: staffWrites('update'),
      },
      async (request) => {
        const { caller, target } = request.dataWrite ?? closed();
        const { conditions, updateData } = request.body;
        return written(await write.update(target, conditions, updateData, { caller, commandId: request.commandId }));
      },
    );

    app.post(
      '/api/delete/',
      {
        config: change,
        schema: { body: DataDeleteRequest, response: { 200: DataWriteAnswer }, summary: 'Delete rows', tags: ['data'] },
        preValidation: staffWrites('delete'),
      },
      async (request) => {
        const { caller, target } = request.dataWrite ?? closed();
        return written(await write.delete(target, request.body, { caller, commandId: request.commandId }));
      },
    );
  };
