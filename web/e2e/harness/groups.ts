import { createPool } from '@nordhaut/platform/database';

async function withDatabase(work: (pool: ReturnType<typeof createPool>) => Promise<unknown>): Promise<void> {
  const pool = createPool({ url: process.env['E2E_DATABASE'] ?? '', max: 1, name: 'e2e' });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

const CLEANSER = [{ product_id: 5, price: 590 }];

/** A group project of a test's own, which is open now, also at the second try of a journey. It sells 溫和潔膚露 at NT$590, or what is given. */
export const addProject = (address: string, products: { product_id: number; price: number | null }[] = CLEANSER): Promise<void> =>
  withDatabase((pool) =>
    pool.query(
      `insert into group_project (group_project_name, group_project_address, group_project_start, group_project_end, group_project_products)
       values ('測試團購', $1, current_date - 5, current_date + 5, $2)
       on conflict (group_project_address) do update set group_project_end = excluded.group_project_end, group_project_products = excluded.group_project_products`,
      [address, JSON.stringify(products)],
    ),
  );

/** Its last day was some days ago. */
export const endProject = (address: string): Promise<void> =>
  withDatabase((pool) =>
    pool.query('update group_project set group_project_end = current_date - 3 where group_project_address = $1', [address]),
  );
