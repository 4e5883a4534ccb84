import { htmlOf } from './html.ts';
import { filled, filledBlocks, type Sender, type Template, type Values } from './template.ts';
import { textOf } from './text.ts';

export type Letter = { subject: string; html: string; text: string };

/** The longest subject that clients show in full is shorter; a longer one is cut. */
const LONGEST_SUBJECT = 150;

/** A mail from its template. @throws where the template names a value that is not there */
export function render(template: Template, values: Values, sender: Sender): Letter {
  const blocks = filledBlocks(template, values);
  const subject = [...oneLine(filled(template.subject, values))].slice(0, LONGEST_SUBJECT).join('');
  const preview = filled(template.preview, values);
  return { subject, html: htmlOf({ subject, preview, blocks, values, sender }), text: textOf({ blocks, values, sender }) };
}

/** A subject is one header line. Two braces would be a variable for the provider. */
// oxlint-disable-next-line no-control-regex -- line breaks and other control characters end a header
const oneLine = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .replaceAll('{{', '{ {')
    .trim();
