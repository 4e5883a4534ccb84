import { isDeepStrictEqual } from 'node:util';
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
    if (isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(answer)))) return text;
    throw new Error(
      `The answer of ${route.method} ${route.url} holds what its schema does not name: ${extras(JSON.parse(text), JSON.parse(JSON.stringify(answer))).join(', ')}`,
    );
  };
};

/** The paths of the values that only `sent` has, or that differ. */
function extras(named: unknown, sent: unknown, path = 'answer'): string[] {
  if (isDeepStrictEqual(named, sent)) return [];
  if (typeof named !== 'object' || typeof sent !== 'object' || named === null || sent === null) return [path];
  const names = new Set([...Object.keys(named), ...Object.keys(sent)]);
  return [...names]
    .flatMap((name) => extras((named as Record<string, unknown>)[name], (sent as Record<string, unknown>)[name], `${path}.${name}`))
    .slice(0, 10);
}
