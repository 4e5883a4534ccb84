import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const PURPOSES = ['contact', 'invoice', 'support'];
const REASONS = ['REQUESTED', 'CONSENT_WITHDRAWN', 'UNLAWFUL'];
const HOLDS = ['DISPUTE', 'LEGAL_HOLD'];

const help = `npm run forget -- --order NO    forgets the buyer of an order, a member or former staff, or shows what will be forgotten

  --order NO         the order
  --member ID        the member: the id in the name of the stream member-ID. The account ends at once
  --staff ID         who left the staff; name and reasons are kept for KEEP_STAFF_YEARS after that
  --scope PURPOSE    ${PURPOSES.join(', ')}; may be given more than once; all of them where none is named
  --reason CODE      ${REASONS.join(', ')}; REQUESTED where none is named
  --dry-run          only says what would be forgotten, and what is kept until when
  --hold CODE        ${HOLDS.join(', ')}: keeps the data of the order until the hold is lifted
  --lift-hold CODE   ends a hold
  --plan             what the shop forgets by itself in the next 30 days
  --help             this text

While a parcel is on its way, the seven days of a return have not passed, a return is open or money is owed, the request
waits. It is recorded, and the role forgetter ends it by itself. A member's own orders are forgotten by their own terms.
The invoice of what was sold is kept for as long as tax law wants it.
Exit code: 0 done, waiting or planned; 1 no such order or person, or kept by law; 2 a wrong argument.`;

await launch((args) => runEntry('services/tools/forget.ts', { args }), {
  help,
  options: {
    order: { type: 'string' },
    member: { type: 'string' },
    staff: { type: 'string' },
    scope: { type: 'string', multiple: true, choices: PURPOSES },
    reason: { type: 'string', choices: REASONS },
    hold: { type: 'string', choices: HOLDS },
    'lift-hold': { type: 'string', choices: HOLDS },
    'dry-run': { type: 'boolean' },
    plan: { type: 'boolean' },
  },
});
