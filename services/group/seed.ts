import { dayOf } from '@nordhaut/contracts';
import type { Engine } from '@nordhaut/platform/engine';

const DAY_MS = 86_400_000;
type Item = { product_id: number; price: number | null };
type SeedProject = { name: string; address: string; from: number; to: number; products: Item[] };

/** One project of each state, for a look at the pages. Days count from the day of seeding. Product 31 comes with the order. */
const PROJECTS: readonly SeedProject[] = [
  {
    name: '日光沙龍團購',
    address: 'sunlight-salon',
    from: -3,
    to: 25,
    products: [
      { product_id: 5, price: 590 },
      { product_id: 9, price: 690 },
      { product_id: 11, price: 1180 },
      { product_id: 31, price: null },
    ],
  },
  {
    name: '森林辦公室團購',
    address: 'forest-office',
    from: 7,
    to: 35,
    products: [
      { product_id: 13, price: 320 },
      { product_id: 15, price: 780 },
    ],
  },
  {
    name: '海岸瑜珈教室團購',
    address: 'coast-yoga',
    from: -40,
    to: -5,
    products: [
      { product_id: 4, price: 650 },
      { product_id: 12, price: 1080 },
    ],
  },
];

/** Safe to call from several processes at once. A project that is there keeps what staff made of it, and its days. */
export async function seedProjects({ pool, clock }: Pick<Engine, 'pool' | 'clock'>): Promise<void> {
  const day = (offset: number): string => dayOf(new Date(clock().getTime() + offset * DAY_MS));
  const rows = PROJECTS.map(({ name, address, from, to, products }) => ({
    group_project_name: name,
    group_project_address: address,
    group_project_start: day(from),
    group_project_end: day(to),
    group_project_products: JSON.stringify(products),
  }));
  const columns = 'group_project_name, group_project_address, group_project_start, group_project_end, group_project_products';
  await pool.query(
    `insert into group_project (${columns}) select ${columns} from json_populate_recordset(null::group_project, $1)
     on conflict (group_project_address) do nothing`,
    [JSON.stringify(rows)],
  );
}
