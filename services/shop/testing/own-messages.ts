import { globSync } from 'node:fs';
import { join } from 'node:path';
import { formMessages, quantityMessages } from '@nordhaut/contracts';

const services = join(import.meta.dirname, '..', '..');
const PLACEHOLDER = '\u0001';

/**
 * Whether a sentence is one of the shop's own: of the `messages.ts` of a capability, or of a rule in contracts. A text
 * with a variable part matches with any value in it.
 */
export async function ownMessages(): Promise<(message: string) => boolean> {
  const files = globSync(['*/messages.ts', 'platform/http/messages.ts'], { cwd: services });
  const modules = await Promise.all(files.map((file) => import(join(services, file)) as Promise<object>));
  const plain = new Set<string>();
  const patterns: RegExp[] = [];
  for (const text of [formMessages, quantityMessages, ...modules].flatMap(textsOf)) {
    if (text.includes(PLACEHOLDER)) patterns.push(new RegExp(`^${text.split(PLACEHOLDER).map(RegExp.escape).join('[^]+')}$`));
    else plain.add(text);
  }
  return (message) => plain.has(message) || patterns.some((pattern) => pattern.test(message));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const text = value as (...values: string[]) => unknown;
    return textsOf(text(...Array.from({ length: text.length }, () => PLACEHOLDER)));
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
