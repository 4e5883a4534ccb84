import * as z from 'zod/mini';

// The answers of questionnaires, as support reads and exports them (decisions.md 20).

export const AnsweredParams = z.object({ route: z.string().check(z.maxLength(200)) });
/** `after`: `next` of the page before */
export const AnswersQuery = z.strictObject({ after: z.optional(z.string().check(z.regex(/^\d{1,15}~[0-9a-f]{64}$/))) });

/** A questionnaire that has answers, or may get some. */
const Answered = z.object({
  route: z.string(),
  /** empty: its template is gone, and its answers end with their 12 months */
  name: z.string(),
  count: z.int(),
  newestAt: z.nullable(z.iso.datetime()),
});
export const AnsweredQuestionnaires = z.object({ questionnaires: z.array(Answered) });
export type AnsweredQuestionnaires = z.infer<typeof AnsweredQuestionnaires>;

/** What one sender answered. `who`: a member by the public id, or a visitor. Questions in the words of the present template. */
const SentAnswers = z.object({
  at: z.iso.datetime(),
  who: z.string(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
});
export const AnswersPage = z.object({ name: z.string(), sent: z.array(SentAnswers), next: z.nullable(z.string()) });
export type AnswersPage = z.infer<typeof AnswersPage>;
