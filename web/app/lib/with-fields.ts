import type { Reader } from './api.ts';

/**
 * Reads an answer of the shop by the names of its fields alone. For parts of pages that are loaded on demand: their schemas need
 * kinds of zod that the checkout's script has no room for.
 */
export const withFields = <T extends object>(...names: (keyof T & string)[]): Reader<T> => ({
  safeParse: (json) =>
    typeof json === 'object' && json !== null && names.every((name) => name in json)
      ? { success: true, data: json as T }
      : { success: false },
});
