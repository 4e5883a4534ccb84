import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run coupons -- import FILE    defines and changes coupons

  FILE        a JSON list of coupons with the specification's fields (coupon_id, coupon_uid, …);
              services/promotions/data/coupons.json has one of every kind
  --dry-run   checks the file and says what would change
  --help      this text

The whole file is checked before anything is written: fields, formulas, conditions, products, codes that another coupon
has, quantities below what orders have taken. A repeat of the same file changes nothing.
Exit code: 0 done; 1 the file is refused; 2 a wrong argument.`;

await launch((args) => runEntry('services/tools/coupons.ts', { args }), {
  help,
  options: { 'dry-run': { type: 'boolean' } },
  positionals: 2,
});
