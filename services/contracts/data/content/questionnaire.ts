import * as z from 'zod/mini';
import { Line, Paragraph, Slug } from './parts.ts';

const Base = {
  /** stable: answers are kept under it */
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)),
  label: Line,
  desc: z.nullable(Paragraph),
};
const Asked = { ...Base, required: z.boolean() };
const Options = z.array(z.strictObject({ value: z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/)), text: Line })).check(z.minLength(2), z.maxLength(50));

/** A question of a questionnaire; the seven kinds of the builder. */
export const Question = z.discriminatedUnion('type', [
  z.strictObject({ ...Asked, type: z.literal('ONE_LINE_INPUT') }),
  z.strictObject({ ...Asked, type: z.literal('TEXTAREA_INPUT') }),
  z.strictObject({ ...Asked, type: z.literal('MULTIPLE_CHOICE'), options: Options }),
  z.strictObject({ ...Asked, type: z.literal('MULTIPLE_ANSWER'), options: Options }),
  z.strictObject({ ...Asked, type: z.literal('SELECT'), options: Options, searchable: z.boolean(), spreadOpen: z.boolean() }),
  /** the labels of the scale's points, for example 1 to 5; the answer is the position from 0 */
  z.strictObject({ ...Asked, type: z.literal('LINEAR_SCALE'), scales: z.array(Line).check(z.minLength(2), z.maxLength(11)) }),
  z.strictObject({ ...Base, type: z.literal('EXPLANATION') }),
]);
export type Question = z.infer<typeof Question>;

/** The template of `/questionnaire/{route}`. */
export const SeedQuestionnaire = z.strictObject({
  route: Slug,
  name: Line,
  desc: z.nullable(Paragraph),
  fields: z.array(Question).check(
    z.minLength(1),
    z.maxLength(60),
    z.refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, { error: 'two questions have the same key' }),
  ),
  /** shown when the answers were sent */
  thanks: Paragraph,
});
export type SeedQuestionnaire = z.infer<typeof SeedQuestionnaire>;
