import type { core } from 'zod/mini';

export type FormFields = readonly (readonly [name: string, value: string])[];

/** The text is not a form: broken percent-encoding, a field twice, a field that must not be there. */
export class BadForm extends Error {}

const MAX_FIELDS = 200;

/**
 * The fields of a form-encoded body as they were sent: order, empty values and white space kept, because a
 * provider's checksum covers exactly these (providers §1.3). Stricter than browsers' own parsers on purpose: what
 * has two readings is refused. @throws BadForm
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
    if (seen.has(name)) throw new BadForm('a field stands twice');
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
 * A form's fields as a body for `schema`: fields that the schema wants as anything but text may hold JSON text
 * (`items=[{"productId":1}]`). Forms know no numbers, so a number may be text in there too (`"1"`). What is not JSON
 * stays text, and the schema says what is wrong with it.
 * @param parse a JSON parser that refuses prototype keys
 */
export function formToBody(fields: FormFields, schema: unknown, parse: (text: string) => unknown): Record<string, unknown> {
  const shape = shapeOf(schema);
  const body: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const wanted = shape === undefined || !Object.hasOwn(shape, name) ? undefined : shape[name];
    body[name] = wanted === undefined || wantsText(wanted) ? value : withNumbers(jsonOr(value, parse), wanted);
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

/** Digits where `schema` wants a number, as the number; everything else as it came. */
function withNumbers(value: unknown, schema: core.$ZodType): unknown {
  const { type, element, options } = defOf(schema);
  if (typeof value === 'string') return type === 'number' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return element === undefined ? value : value.map((entry) => withNumbers(entry, element));
  // The objects of a union differ in their names, so each name has one schema.
  const shape = Object.assign({}, ...(options ?? [schema]).map(shapeOf)) as Record<string, core.$ZodType>;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const wanted = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, wanted === undefined ? entry : withNumbers(entry, wanted)];
    }),
  );
}

type Def = {
  type: string;
  innerType?: core.$ZodType;
  in?: core.$ZodType;
  shape?: Record<string, core.$ZodType>;
  element?: core.$ZodType;
  options?: core.$ZodType[];
  entries?: Record<string, unknown>;
  values?: unknown[];
};
const defOf = (schema: core.$ZodType): Def => {
  let def = schema._zod.def as unknown as Def;
  // optional, nullable, default, prefault, readonly, catch wrap; a pipe takes what its first half takes
  for (
    let inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined);
    inner;
    inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  ) {
    def = inner._zod.def as unknown as Def;
  }
  return def;
};

function shapeOf(schema: unknown): Record<string, core.$ZodType> | undefined {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return undefined;
  return defOf(schema as core.$ZodType).shape;
}

function wantsText(schema: core.$ZodType): boolean {
  const def = defOf(schema);
  if (def.type === 'enum') return Object.values(def.entries ?? {}).some((value) => typeof value === 'string');
  if (def.type === 'literal') return (def.values ?? []).some((value) => typeof value === 'string');
  return def.type === 'string' || def.type === 'template_literal';
}
