import * as z from 'zod/mini';

/** The keywords of JSON Schema that are read here. */
export type JsonSchema = {
  type?: string | string[] | undefined;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

const known = new WeakMap<object, JsonSchema>();

/** The JSON Schema of what a zod schema accepts; empty for anything else. */
export function jsonSchemaOf(schema: unknown): JsonSchema {
  if (!(schema instanceof z.core.$ZodType)) return {};
  let converted = known.get(schema);
  if (converted === undefined) {
    converted = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    known.set(schema, converted);
  }
  return converted;
}

/** The alternatives of a union, each with one type. */
export function alternatives(schema: JsonSchema): readonly (JsonSchema & { type?: string | undefined })[] {
  const union = schema.anyOf ?? schema.oneOf;
  return union ? union.flatMap(alternatives) : [schema.type].flat().map((type) => ({ ...schema, type }));
}
