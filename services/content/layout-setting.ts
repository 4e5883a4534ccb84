import { LayoutAnswer } from '@nordhaut/contracts';
import type { Setting } from './snapshot.ts';

/** The value of a layout setting; undefined where it does not have the form that its pages read. */
export function readSetting(name: string, dataType: Setting['dataType'], content: string): unknown {
  const value = valueOf(dataType, content);
  return LayoutAnswer.safeParse({ settings: { [name]: value } }).success ? value : undefined;
}

function valueOf(dataType: Setting['dataType'], content: string): unknown {
  if (dataType === 'TEXT') return content;
  if (dataType === 'ARRAY') return content.split('|');
  if (dataType === 'BOOLEAN') return /^(?:true|1)$/i.test(content.trim());
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}
