import type { FormFields } from '../carrier.ts';

/** The value of a field; empty where it is missing. */
export const field = (fields: FormFields, name: string): string => fields.find(([key]) => key === name)?.[1] ?? '';

export const encodeForm = (fields: FormFields): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();

/**
 * Parses a form-encoded reply. It decodes `%xx` and accepts raw UTF-8 and single percent signs (providers §1.4).
 * `plus: 'literal'` keeps `+`, for replies with partly encoded values (providers §1.7).
 */
export function parseForm(text: string, plus: 'space' | 'literal' = 'space'): FormFields {
  const fields: (readonly [string, string])[] = [];
  for (const pair of text.trim().split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    fields.push([decode(name, plus), equals === -1 ? '' : decode(pair.slice(equals + 1), plus)]);
  }
  return fields;
}

function decode(text: string, plus: 'space' | 'literal'): string {
  const spaced = plus === 'space' && text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Invalid UTF-8, or single percent signs.
    return spaced.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  }
}
