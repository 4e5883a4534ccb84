import type { Reader } from './api.ts';

/**
 * Reads an answer of the shop by the names of its fields alone. The script of the checkout, and of parts that are loaded on demand,
 * has no room for zod and the schemas (infra/decisions/065). The server's tests hold the answers to their schemas.
 */
export const withFields = <T extends object>(...names: (keyof T & string)[]): Reader<T> => ({
  safeParse: (json) =>
    typeof json === 'object' && json !== null && names.every((name) => name in json)
      ? { success: true, data: json as T }
      : { success: false },
});
