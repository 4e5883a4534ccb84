/** Writes `infra/promotions.md` from the worked examples. */
import { writeFileSync } from 'node:fs';
import { PAGE, page } from './page.ts';

writeFileSync(new URL(`../../${PAGE}`, import.meta.url), page());
