import fc from 'fast-check';
import { alternatives, type JsonSchema } from '../json-schema.ts';
import { anyCharacter } from './characters.ts';

type Any = fc.Arbitrary<unknown>;

/** Values that `schema` accepts, except that refinements beyond bounds and patterns may refuse one. */
export const fitting = (schema: JsonSchema): Any => fc.oneof(...alternatives(schema).map(fittingOne));

function fittingOne(schema: JsonSchema): Any {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objects(schema);
    case 'array':
      return schema.prefixItems
        ? fc.tuple(...schema.prefixItems.map(fitting))
        : fc.array(fitting(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -2_147_483_648), max: Math.min(schema.maximum ?? 1_000, 2_147_483_647) });
    case 'string':
      return texts(schema);
    default:
      return fc.string({ maxLength: 10 });
  }
}

function objects({ properties = {}, required = [], additionalProperties }: JsonSchema): Any {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fitting(additionalProperties), { maxKeys: 3 });
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, fitting(field)]));
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

function texts({ format, allOf, pattern = allOf?.[0]?.pattern, minLength = 0, maxLength = 12 }: JsonSchema): Any {
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const unit = fc.constantFrom('a', 'Z', '7', '王', '明', '-');
  return fc.string({ unit, minLength, maxLength: Math.max(minLength, Math.min(maxLength, 12)) });
}

const deep = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
};

/** Values that people, scanners and broken clients send instead of a valid one. */
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
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.double(),
);

/** A fitting value with one or two faults: a field replaced, dropped, or added. */
export const spoilt = (schema: JsonSchema): Any =>
  fc
    .tuple(
      fitting(schema),
      fc.array(fc.record({ at: fc.nat(10_000), value: nasty, how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add') }), {
        minLength: 1,
        maxLength: 2,
      }),
    )
    .map(([value, changes]) =>
      // Copied: both changes may have the same object, which would then contain itself.
      changes.reduce((spoiled, { at, value: put, how }) => spoil(spoiled, at, structuredClone(put), how), structuredClone(value)),
    );

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
