/**
 * A template is data: texts with `{{name}}`, in the order in which a mail shows them. The shop's layout makes HTML and plain
 * text of them, so a template has no markup and no code, and every value is escaped in one place. A block of names
 * alone is left out where all their values are empty.
 */
export type Block =
  | { heading: string }
  | { text: string }
  | { note: string }
  /** label and value */
  | { facts: readonly (readonly [label: string, value: string])[] }
  /** something to read out at a counter */
  | { code: string; label: string }
  | { button: string; link: string }
  /** lines that must not be changed, such as a checkpoint */
  | { verbatim: string }
  /** the order's lines and amounts */
  | { items: true };

export type Template = { id: string; version: number; subject: string; preview: string; blocks: readonly Block[] };

/** `note`: under the name. */
export type ItemLine = { name: string; note: string; amount: string };
export type AmountLine = { label: string; amount: string; total?: true };
export type Values = {
  texts: Readonly<Record<string, string>>;
  items?: { lines: readonly ItemLine[]; amounts: readonly AmountLine[] };
};

/** Who sends: at the head and the foot of each mail. */
/** `seller`: the company, its number and its address in one line; empty: none is named. */
export type Sender = { brand: string; email: string; phone: string; hours: string; shopUrl: string; seller: string };

/** Puts the values in the place of `{{name}}`. @throws for a name that has no value: the template and the code do not fit */
export const filled = (text: string, { texts }: Pick<Values, 'texts'>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(texts, name)) throw new Error(`the template needs the value ${name}`);
    return texts[name] as string;
  });

/** The blocks with their values, without those that have nothing to say. */
export const filledBlocks = (template: Template, values: Values): Block[] =>
  template.blocks.flatMap((block): Block[] => {
    const fill = (text: string) => filled(text, values);
    if ('heading' in block) return kept({ heading: fill(block.heading) }, block.heading, values);
    if ('text' in block) return kept({ text: fill(block.text) }, block.text, values);
    if ('note' in block) return kept({ note: fill(block.note) }, block.note, values);
    if ('code' in block) return kept({ code: fill(block.code), label: fill(block.label) }, block.code, values);
    if ('button' in block) return kept({ button: fill(block.button), link: fill(block.link) }, block.link, values);
    if ('verbatim' in block) return kept({ verbatim: fill(block.verbatim) }, block.verbatim, values);
    if ('items' in block) return values.items ? [block] : [];
    const facts = block.facts.map(([label, value]) => [fill(label), fill(value)] as const).filter(([, value]) => value.trim() !== '');
    return facts.length > 0 ? [{ facts }] : [];
  });

/** Without the block if it consists of names alone, and all of them have an empty value. */
const kept = (block: Block, source: string, values: Values): Block[] => (filled(source, values).trim() === '' ? [] : [block]);
