import { expect, test } from 'vitest';
import { templateFault } from './template-edit.ts';
import { TEMPLATES } from './templates.ts';

const editable = TEMPLATES.filter(({ id }) => id !== 'CHECKPOINT');

test.each(editable)('the text of the release passes its own check: $id', ({ id, subject, preview, blocks }) => {
  expect(templateFault({ template_id: id, subject, preview, blocks })).toBeUndefined();
});

const good = {
  template_id: 'ORDER_CANCELLED',
  subject: '取消（{{orderNo}}）',
  preview: '{{reason}}',
  blocks: [{ text: '{{name}}您好，' }],
};
test.each([
  ['template_id', { template_id: 'NONE' }],
  ['template_id', { template_id: 'CHECKPOINT' }],
  ['subject', { subject: '{{nobody}}' }],
  ['subject', { subject: '' }],
  ['subject', { subject: '{{order' }],
  ['preview', { preview: '{{constructor}}' }],
  ['preview', { preview: 'x'.repeat(151) }],
  ['blocks', { blocks: [] }],
  ['blocks', { blocks: [{ text: '{{resetUrl}}' }] }],
  ['blocks', { blocks: [{ text: '{{order' }] }],
  ['blocks', { blocks: [{ button: '按此', link: 'https://evil.example/' }] }],
  ['blocks', { blocks: [{ button: '按此', link: '{{resetUrl}}' }] }],
  ['blocks', { blocks: [{ html: '<script>' }] }],
  ['blocks', { blocks: [{ text: 'x', note: 'y' }] }],
  ['blocks', { blocks: { text: 'x' } }],
  ['blocks', { blocks: undefined }],
] as const)('%s is refused: %j', (column, more) => {
  expect(templateFault({ ...good, ...more })).toBe(column);
});

test('a mail about an order may name what another mail about an order names, and no other mail may', () => {
  for (const template_id of ['ORDER_CANCELLED', 'PARCEL_AT_STORE', 'RETURN_APPROVED'])
    for (const text of ['{{store}}', '{{refundText}}']) expect(templateFault({ ...good, template_id, blocks: [{ text }] })).toBeUndefined();
  expect(templateFault({ ...good, template_id: 'REGISTER_SUCCESS', subject: 'x', preview: 'x', blocks: [{ text: '{{store}}' }] })).toBe(
    'blocks',
  );
});
