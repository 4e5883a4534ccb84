import type { FormFields } from '../carrier.ts';

/** The value of a field; empty where it is not there. */
export const field = (fields: FormFields, name: string): string => fields.find(([key]) => key === name)?.[1] ?? '';

export const encodeForm = (fields: FormFields): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();

/**
 * Reads a form-encoded reply tolerantly: `%xx` is decoded, raw UTF-8 and stray percent signs stay (providers §1.4).
 * `plus: 'literal'` keeps `+`, for replies whose values arrive only partly encoded (providers §1.7).
 */
export const parseForm = (text: string, plus: 'space' | 'literal' = 'space'): FormFields =>
  text
    .trim()
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name, plus), decode(value.join('='), plus)] as const;
    });

const decode = (text: string, plus: 'space' | 'literal'): string =>
  (plus === 'space' ? text.replaceAll('+', ' ') : text).replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  );
