import * as z from 'zod/mini';
import { render } from './render.ts';
import type { Template } from './template.ts';
import { TEMPLATES } from './templates.ts';

const Line = z.string().check(z.minLength(1), z.maxLength(150));
const Text = z.string().check(z.minLength(1), z.maxLength(2_000));
/** A link is an address that the shop makes, or a typed text could lead anywhere. */
const Link = z.string().check(z.regex(/^\{\{\w+Url\}\}$/));
const Blocks = z
  .array(
    z.union([
      z.strictObject({ heading: Line }),
      z.strictObject({ text: Text }),
      z.strictObject({ note: Text }),
      z.strictObject({ facts: z.array(z.tuple([Line, Line])).check(z.minLength(1), z.maxLength(20)) }),
      z.strictObject({ code: Line, label: Line }),
      z.strictObject({ button: Line, link: Link }),
      z.strictObject({ verbatim: Line }),
      z.strictObject({ items: z.literal(true) }),
    ]),
  )
  .check(z.minLength(1), z.maxLength(40));

/** A checkpoint is evidence: its text says how it is verified. */
const FIXED = 'CHECKPOINT';
const namesIn = (templates: readonly Template[]): Set<string> =>
  new Set([...JSON.stringify(templates).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string));
/** The mails of an order all get the same values (order-values.ts). */
const isOfOrder = ({ id }: Template): boolean => /^(ORDER|PARCEL|RETURN)_/.test(id);
const ofOrders = namesIn(TEMPLATES.filter(isOfOrder));
const SENDER = { brand: 'x', email: 'x@example.com', phone: '1', hours: 'x', shopUrl: 'https://example.com', seller: 'x' };

/** `{{`, `}}` and braces that make no name would stand in the mail as typed. */
const hasBareBraces = (text: string): boolean => text.replace(/\{\{\w+\}\}/g, '').includes('{{');

type Edited = { template_id: string; subject: string; preview: string; blocks: unknown };
/**
 * Renders a template with a value for each name that its mail has, and sends nothing.
 * @returns the column that cannot be used; undefined where all can
 */
export function templateFault({ template_id: id, subject, preview, blocks: typed }: Edited): keyof Edited | undefined {
  const known = TEMPLATES.find((template) => template.id === id && id !== FIXED);
  if (!known) return 'template_id';
  const blocks = Blocks.safeParse(typed);
  if (!blocks.success || hasBareBraces(JSON.stringify(blocks.data))) return 'blocks';
  const texts = Object.fromEntries([...(isOfOrder(known) ? ofOrders : namesIn([known]))].map((name) => [name, 'x']));
  const fails = (template: Pick<Template, 'subject' | 'preview' | 'blocks'>): boolean => {
    try {
      render({ id, version: 1, ...template }, { texts, items: { lines: [], amounts: [] } }, SENDER);
      return false;
    } catch {
      return true;
    }
  };
  const none = { subject: '', preview: '', blocks: [] };
  if (!Line.safeParse(subject).success || hasBareBraces(subject) || fails({ ...none, subject })) return 'subject';
  if (!Line.safeParse(preview).success || hasBareBraces(preview) || fails({ ...none, preview })) return 'preview';
  return fails({ ...none, blocks: blocks.data }) ? 'blocks' : undefined;
}
