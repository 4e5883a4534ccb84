import { alternatives, type JsonSchema, jsonSchemaOf } from './json-schema.ts';

export type FormFields = readonly (readonly [name: string, value: string])[];

/** The text is not a valid form: broken percent-encoding, a repeated field, a forbidden name, too many fields. */
export class BadForm extends Error {}

const MAX_FIELDS = 200;

/**
 * The fields of a form-encoded body as they were sent. Order, empty values and white space stay, because a provider's
 * checksum covers them (providers §1.3). Ambiguous text is refused, although browsers' parsers accept it. @throws BadForm
 */
export function parseForm(text: string): FormFields {
  if (text === '') return [];
  const parts = text.split('&', MAX_FIELDS + 1);
  if (parts.length > MAX_FIELDS) throw new BadForm('too many fields');
  const seen = new Set<string>();
  const fields: [string, string][] = [];
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    if (seen.has(name)) throw new BadForm('a field is repeated');
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') throw new BadForm('a field has a forbidden name');
    seen.add(name);
    fields.push([name, equals === -1 ? '' : decode(part.slice(equals + 1))]);
  }
  return fields;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BadForm('broken percent-encoding');
  }
}

/**
 * A form's fields as a body for `schema`. A field for anything but text may hold JSON text (`items=[{"productId":1}]`),
 * and a number in it may be text (`"1"`), because forms have no numbers. A value that is not JSON stays text, so that the
 * schema reports the fault.
 * @param parse a JSON parser that refuses prototype keys
 */
export function formToBody(fields: FormFields, schema: unknown, parse: (text: string) => unknown): Record<string, unknown> {
  const properties = propertiesOf(jsonSchemaOf(schema));
  const body: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
    body[name] = wanted === undefined || isText(wanted) ? value : withNumbers(jsonOr(value, parse), wanted);
  }
  return body;
}

function jsonOr(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

/** Turns digits into a number where `schema` wants a number. */
function withNumbers(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'string') return isNumber(schema) && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return schema.items === undefined ? value : value.map((entry) => withNumbers(entry, schema.items ?? {}));
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, wanted === undefined ? entry : withNumbers(entry, wanted)];
    }),
  );
}

const withoutNull = (schema: JsonSchema) => alternatives(schema).filter(({ type }) => type !== 'null');
const isText = (schema: JsonSchema): boolean => withoutNull(schema).every(({ type }) => type === 'string');
const isNumber = (schema: JsonSchema): boolean => withoutNull(schema).every(({ type }) => type === 'number' || type === 'integer');
/** The objects of a union differ in the names of their properties, so each name has one schema. */
const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  Object.assign({}, ...alternatives(schema).map(({ properties }) => properties));
