import { deepStrictEqual } from 'node:assert';
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { core } from 'zod/mini';

/**
 * For tests and development: throws if an answer does not fit its schema or has a field that the schema does not name.
 * Production sends answers unchecked, so such a field would reach the client.
 */
export const checkAnswers: FastifySerializerCompiler<core.$ZodType> = (route) => {
  const serialize = serializerCompiler(route);
  return (answer) => {
    const text = serialize(answer);
    const given = JSON.stringify(answer);
    // Most answers have the schema's order of fields. Then the texts are equal, and nothing needs to be parsed.
    if (given === text) return text;
    try {
      deepStrictEqual(JSON.parse(text), JSON.parse(given));
    } catch (error) {
      throw new Error(`The answer of ${route.method} ${route.url} does not fit its schema. ${(error as Error).message}`, { cause: error });
    }
    return text;
  };
};
