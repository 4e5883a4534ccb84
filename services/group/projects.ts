import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import { projectOf, type Project } from './project.ts';
import type { GroupProjectTable } from './tables.ts';

/** @returns a function that finds the project of an address; a row that breaks the rules is logged, and nobody sees it */
export function projectFinder(pool: Pick<pg.Pool, 'query'>, logger: Pick<Logger, 'error'>) {
  return async (address: string): Promise<Project | undefined> => {
    const { rows } = await pool.query<GroupProjectTable>({
      name: 'group-project',
      text: `select group_project_id, group_project_name, group_project_address, group_project_start::text, group_project_end::text,
               group_project_products, row_version
             from group_project where group_project_address = $1`,
      values: [address],
    });
    const [row] = rows;
    try {
      return row && projectOf(row);
    } catch (error) {
      logger.error({ err: error, projectId: row?.group_project_id }, 'a group project cannot be read and is not shown');
      return undefined;
    }
  };
}

/** The address of a project; undefined where there is none. */
export async function addressOf(pool: Pick<pg.Pool, 'query'>, projectId: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ address: string }>({
    name: 'group-project-address',
    text: 'select group_project_address as address from group_project where group_project_id = $1',
    values: [projectId],
  });
  return rows[0]?.address;
}
