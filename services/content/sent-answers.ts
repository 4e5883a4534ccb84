import { createHash } from 'node:crypto';
import type { Question } from '@nordhaut/contracts/content';
import type pg from 'pg';
import type { AnswersRow } from './sealed-answers.ts';

/** The place after which the next page begins. `sender`: a hash, because a member's id leads to all that the person has. */
export type AnswersCursor = { at: Date; sender: string };
export type SentRow = AnswersRow & { is_member: boolean; sent_at: Date };

const SENDER = "encode(sha256(convert_to(sender, 'UTF8')), 'hex')";

export const cursorOf = ({ sent_at, sender }: Pick<SentRow, 'sent_at' | 'sender'>): AnswersCursor => ({
  at: sent_at,
  sender: createHash('sha256').update(sender).digest('hex'),
});

/** Answers of a questionnaire, the newest first, after `last`. */
export async function sentAnswers(pool: Pick<pg.Pool, 'query'>, route: string, most: number, last?: AnswersCursor): Promise<SentRow[]> {
  const { rows } = await pool.query<SentRow>({
    name: 'questionnaire-sent',
    text: `select questionnaire_template_route as route, sender, is_member, answers, sealed, outer_key, date_trunc('milliseconds', sent_at) as sent_at
           from questionnaire_answers
           where questionnaire_template_route = $1
             and ($2::timestamptz is null or (date_trunc('milliseconds', sent_at), ${SENDER}) < ($2, $3))
           order by date_trunc('milliseconds', questionnaire_answers.sent_at) desc, ${SENDER} desc limit $4`,
    values: [route, last?.at ?? null, last?.sender ?? '', most],
  });
  return rows;
}

export type Counted = { route: string; count: number; newest: Date };

/** The questionnaires that have answers. */
export async function countedAnswers(pool: Pick<pg.Pool, 'query'>): Promise<Counted[]> {
  const { rows } = await pool.query<Counted>(
    `select questionnaire_template_route as route, count(*)::integer as count, max(sent_at) as newest
     from questionnaire_answers group by questionnaire_template_route order by newest desc, route`,
  );
  return rows;
}

/** What was chosen, in the words of the question; what its template does not have any more, as it was sent. */
export function answerText(question: Question | undefined, answer: unknown): string {
  const one = (value: unknown): string => {
    const chosen = question && 'options' in question ? question.options.find((option) => option.value === value)?.text : undefined;
    return chosen ?? String(value);
  };
  if (Array.isArray(answer)) return answer.map(one).join('、');
  if (question?.type === 'LINEAR_SCALE' && typeof answer === 'number') return question.scales[answer] ?? String(answer);
  return one(answer);
}
