import * as z from 'zod/mini';

/** What zod makes of the schemas here: no boolean in the place of a schema, and one schema for all items. */
export type JsonSchema = z.core.JSONSchema.JSONSchema & {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
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
export function alternatives(schema: JsonSchema): readonly (JsonSchema & { type: z.core.JSONSchema.SchemaType })[] {
  const union = schema.anyOf ?? schema.oneOf;
  return union
    ? union.flatMap(alternatives)
    : [schema.type].flat().map((type) => ({ ...schema, type: type as z.core.JSONSchema.SchemaType }));
}
