import { DataTablesAnswer } from '@nordhaut/contracts/support';
import type { DataTable } from '@nordhaut/platform/data-tables';
import type { Routes } from '@nordhaut/platform/http';
import { mayWriteColumn, readableColumns, type Registry } from './access.ts';
import type { CallerOf } from './caller.ts';

/** The registry for the console's table page: what the caller may write, and the kinds of its columns. */
export const consoleRoutes =
  ({ registry, callerOf }: { registry: Registry; callerOf: CallerOf }): Routes =>
  (app) => {
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
