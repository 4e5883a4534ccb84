import { DataChangesAnswer, DataChangesQuery, DataTablesAnswer } from '@nordhaut/contracts/support';
import type { DataTable } from '@nordhaut/platform/data-tables';
import type { Routes } from '@nordhaut/platform/http';
import type pg from 'pg';
import { mayWriteColumn, readableColumns, type Registry } from './access.ts';
import { changesOf, readAudit } from './audit.ts';
import type { CallerOf } from './caller.ts';

/** entries of one answer; each may hold whole articles */
const PAGE = 20;

/**
 * The registry for the console's table page: what the caller may write, and the kinds of its columns. And who wrote what: the tables hold
 * what the shop publishes, so a look at their changes is none at a person. Who did it is for administrators, as the log of views is.
 */
export const consoleRoutes =
  ({ registry, pool, callerOf }: { registry: Registry; pool: Pick<pg.Pool, 'query'>; callerOf: CallerOf }): Routes =>
  (app) => {
    app.get(
      '/api/support/data-changes',
      {
        config: { access: 'support', right: 'administer' },
        schema: {
          querystring: DataChangesQuery,
          response: { 200: DataChangesAnswer },
          summary: 'What the staff changed in tables',
          tags: ['support'],
        },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const found = await readAudit(pool, request.query, PAGE + 1);
        return {
          entries: found.slice(0, PAGE).map(({ at, before, after, ...entry }) => ({
            ...entry,
            at: at.toISOString(),
            changes: changesOf({ ...entry, before, after }),
          })),
          tables: [...registry.values()].flatMap(({ name, write }) => (write ? [name] : [])),
          more: found.length > PAGE,
        };
      },
    );

    app.get(
      '/api/support/data-tables',
      {
        config: { access: 'support', right: 'act' },
        schema: { response: { 200: DataTablesAnswer }, summary: 'The tables that the caller may write', tags: ['support'] },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const caller = await callerOf(request);
        const described = (table: DataTable) => {
          const { name, key, write } = table;
          if (!write || !caller.rights.includes(write.right)) return [];
          const readable = [...readableColumns(table, caller, new Set())];
          return {
            name,
            key,
            // A new row has values in all columns.
            verbs: write.verbs.filter((verb) => verb !== 'set' || write.columns.every((column) => mayWriteColumn(write, column, caller))),
            columns: readable
              .filter(([column]) => column !== 'row_version')
              .map(([column, { type }]) => ({ name: column, type, isWritable: mayWriteColumn(write, column, caller) })),
            orders: readable.filter(([, { type, ask }]) => type !== 'json' && ask === undefined).map(([column]) => column),
            hasVersion: readable.some(([column]) => column === 'row_version'),
          };
        };
        return { tables: [...registry.values()].flatMap(described) };
      },
    );
  };
