import fc from 'fast-check';
import type { core } from 'zod/mini';

type Any = fc.Arbitrary<unknown>;
type Def = {
  type: string;
  shape?: Record<string, core.$ZodType>;
  element?: core.$ZodType;
  innerType?: core.$ZodType;
  in?: core.$ZodType;
  options?: core.$ZodType[];
  items?: core.$ZodType[];
  valueType?: core.$ZodType;
  entries?: Record<string, string | number>;
  values?: unknown[];
  format?: string;
};
type Bag = { minimum?: number; maximum?: number; patterns?: Set<RegExp>; format?: string };

/** Values that `schema` takes, or nearly: refinements beyond bounds and patterns may still refuse one. */
export function fitting(schema: core.$ZodType): Any {
  const def = schema._zod.def as unknown as Def;
  const bag = (schema._zod as unknown as { bag: Bag }).bag;
  switch (def.type) {
    case 'object':
      return fc
        .record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, fitting(field)])))
        .map(withoutUndefined);
    case 'array':
      return fc.array(fitting(def.element as core.$ZodType), { minLength: bag.minimum ?? 0, maxLength: Math.min(bag.maximum ?? 3, 3) });
    case 'record':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fitting(def.valueType as core.$ZodType), { maxKeys: 3 });
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map(fitting));
    case 'union':
      return fc.oneof(...(def.options ?? []).map(fitting));
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(fitting(def.innerType as core.$ZodType), { nil: undefined, freq: 3 });
    case 'nullable':
      return fc.option(fitting(def.innerType as core.$ZodType), { nil: null });
    case 'readonly':
    case 'catch':
      return fitting(def.innerType as core.$ZodType);
    case 'pipe':
      return fitting(def.in as core.$ZodType);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: Math.max(bag.minimum ?? 0, -2_147_483_648), max: Math.min(bag.maximum ?? 1_000, 2_147_483_647) });
    case 'string':
      return text(bag, def.format);
    default:
      return fc.string({ maxLength: 10 });
  }
}

function text(bag: Bag, format: string | undefined): Any {
  if (format === 'datetime')
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
  const [pattern] = bag.patterns ?? [];
  if (pattern) return fc.stringMatching(pattern);
  const minLength = Math.max(bag.minimum ?? 0, 0);
  return fc.string({
    unit: fc.constantFrom('a', 'Z', '7', '王', '明', '-'),
    minLength,
    maxLength: Math.max(minLength, Math.min(bag.maximum ?? 12, 12)),
  });
}

const withoutUndefined = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined));

const deep = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
};

/** What people, scanners and broken clients send in a field's place. */
export const nasty: Any = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    ' ',
    '0',
    '1',
    '-1',
    '1.5',
    'NaN',
    'null',
    'undefined',
    '[object Object]',
    '[]',
    '{}',
    0,
    -0,
    -1,
    0.5,
    1.5,
    99,
    100,
    1e9,
    2_147_483_648,
    9_007_199_254_740_992,
    1e308,
    -1e308,
    1e-9,
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    { length: 1e9 },
    { $gt: '' },
    { constructor: { prototype: { polluted: true } } },
    '\u0000',
    'a\u0000b',
    '\ud83d',
    '\udc00x',
    '\ufeff',
    '\u202e',
    '１２３',
    '🧴🧴🧴',
    'e\u0301',
    'ﷺ',
    'İı',
    '\r\nSet-Cookie: a=b',
    '\t',
    '\u2028',
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '${7*7}',
    '{{7*7}}',
    '../../etc/passwd',
    '%00',
    '%zz',
    'javascript:alert(1)',
    '9'.repeat(400),
    'x'.repeat(5_000),
    '王'.repeat(5_000),
    '-9223372036854775809',
    '2026-02-30T25:61:00Z',
    'Infinity',
  ),
  fc.constantFrom(20, 400).map((depth) => deep(depth, (inner) => [inner])),
  fc.constantFrom(20, 400).map((depth) => deep(depth, (inner) => ({ a: inner }))),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double(),
);

/** A fitting value with one or two places made nasty: a field replaced, dropped, or added. */
export const spoilt = (schema: core.$ZodType): Any =>
  fc
    .tuple(
      fitting(schema),
      fc.array(fc.record({ at: fc.nat(10_000), value: nasty, how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add') }), {
        minLength: 1,
        maxLength: 2,
      }),
    )
    .map(([value, changes]) => changes.reduce((spoiled, { at, value: put, how }) => spoil(spoiled, at, put, how), structuredClone(value)));

type Place = { holder: Record<string, unknown>; name: string };

function spoil(root: unknown, at: number, put: unknown, how: string): unknown {
  const places: Place[] = [];
  const open: unknown[] = [root];
  while (open.length > 0 && places.length < 2_000) {
    const holder = open.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    for (const name of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, name });
      open.push((holder as Record<string, unknown>)[name]);
    }
  }
  const place = places[at % (places.length + 1)];
  if (!place) return put;
  if (how === 'drop') delete place.holder[place.name];
  else if (how === 'add')
    Object.defineProperty(place.holder, ['__proto__', 'constructor', 'extra', '0'][at % 4] as string, {
      value: put,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else place.holder[place.name] = put;
  return root;
}
