/** The page `infra/promotions.md`: all worked examples as tables for the owner of the shop. */
import { GROUPS } from './examples.ts';
import type { Example } from './calls.ts';
import { WITHOUT_FIGURES } from './without-figures.ts';

export const PAGE = 'infra/promotions.md';
export const RENEW = 'node scripts/naive-prices/write-page.ts';

const HEAD = `# Prices, coupons, gifts, credit and rewards by example

Each line is one situation with its calculation and its result. Amounts are in NT$. The numbers in the first column are the shop's decisions.
The tests run every line, against the shop and against a second implementation that shares no code with it. Edit \`scripts/naive-prices/examples/\`, then renew this page: \`${RENEW}\`.

The examples use this catalogue (visitor's price / member's price / additional purchase):
1: 500 / 400 / 300, 2: 1,000 / 800, 3: 120 / 100 / 60, the set 4 of 1 and 2: 1,400 / 1,100, 5: 900 / 900, 6: 1 / 1.
Unless a line says something else, a member orders on Friday, 15 May 2026 at 12:00 in Taipei, by card, to the home.
`;

/** Instants as Taipei time, other numbers with separators. Instants of the examples are far above any amount. */
function numberText(value: number): string {
  if (value < 10 ** 11) return value.toLocaleString('en');
  const taipei = new Date(value + 8 * 3_600_000).toISOString();
  return taipei.slice(0, 16).replace('T', ' ') + (value % 60_000 === 0 ? '' : taipei.slice(16, 23));
}

function text(value: unknown): string {
  if (value === null) return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each) => `(${text(each)})`).join(' ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') throw new TypeError(`No words for a ${typeof value}.`);
  return Object.entries(value)
    .filter(([key, each]) => !(key === 'ok' && each === true))
    .map(([key, each]) => (key === 'ok' ? 'refused' : `${words(key)} ${text(each)}`))
    .join(', ');
}

/** `shippingFee` becomes `shipping fee`. */
const words = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function result({ call, expected }: Example): string {
  if (call.startsWith('whyBad')) return expected === null ? 'accepted' : `refused: ${text(expected)}`;
  return text(expected).replace('refused, refusal COUPON, coupon state', 'refused: state').replace('refused, refusal', 'refused:');
}

const cell = (content: string): string => content.replaceAll('|', '\\|');
const row = (example: Example): string =>
  `| ${example.decision} | ${cell(example.title)} | ${cell(example.calculation)} | ${cell(result(example))} |`;

export function page(): string {
  const sections = GROUPS.map(({ title, about, examples }) => {
    const rows = examples.toSorted((a, b) => a.decision - b.decision).map(row);
    return [`## ${title}`, '', about, '', '| Decision | Situation | Calculation | Result |', '|---|---|---|---|', ...rows, ''].join('\n');
  });
  const others = Object.entries(WITHOUT_FIGURES).map(([decision, why]) => `| ${decision} | ${cell(why)} |`);
  const last = ['## Decisions without a figure', '', '| Decision | What it is about |', '|---|---|', ...others, ''].join('\n');
  return [HEAD, ...sections, last].join('\n');
}
