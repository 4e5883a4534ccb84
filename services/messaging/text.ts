import type { Block, Sender, Values } from './template.ts';

type Parts = { blocks: readonly Block[]; values: Values; sender: Sender };

/** The plain text of a mail. */
export function textOf({ blocks, values, sender }: Parts): string {
  const parts = blocks.map((block) => partOf(block, values));
  const foot = `${sender.brand}\n客服信箱 ${sender.email}\n客服電話 ${sender.phone}（${sender.hours}）\n${sender.shopUrl}${sender.seller && `\n${sender.seller}`}`;
  return `${[...parts, `──────────\n${foot}`].join('\n\n')}\n`;
}

function partOf(block: Block, { items }: Values): string {
  if ('heading' in block) return `【${block.heading}】`;
  if ('text' in block) return block.text;
  if ('note' in block) return block.note;
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}：${value}`).join('\n');
  if ('code' in block) return `${block.label}：${block.code}`;
  if ('button' in block) return `${block.button}：\n${block.link}`;
  if ('verbatim' in block) return block.verbatim;
  const lines = (items?.lines ?? []).map(({ name, note, amount }) => `・${name}\n　${note}　${amount}`);
  return [...lines, ...(items?.amounts ?? []).map(({ label, amount }) => `${label}：${amount}`)].join('\n');
}
