import type { OuterKeys, SealedTable } from '@nordhaut/platform/envelope';
import type pg from 'pg';

export type Answers = Record<string, unknown>;
/** `answers`: of a row that an earlier release wrote in clear; null once it is sealed */
export type AnswersRow = { route: string; sender: string; answers: Answers | null; sealed: Buffer | null; outer_key: string | null };
type Place = Pick<AnswersRow, 'route' | 'sender'>;

const nameOf = ({ route, sender }: Place): string => `questionnaire/${route}/${sender}`;

export const sealedAnswers: SealedTable = {
  table: 'questionnaire_answers',
  key: ['questionnaire_template_route', 'sender'],
  nameOf: ({ questionnaire_template_route: route = '', sender = '' }) => nameOf({ route, sender }),
};

/** People type answers, so an outer key encrypts them. The text opens only in its own row. */
export const sealAnswers = (outer: OuterKeys, place: Place, answers: Answers): Buffer =>
  outer.wrap(Buffer.from(JSON.stringify(answers)), nameOf(place));

/** undefined: the outer key was retired */
export function openAnswers(outer: OuterKeys, row: AnswersRow): Answers | undefined {
  const { answers, sealed, outer_key: key } = row;
  if (sealed === null || key === null) return answers ?? undefined;
  return outer.ids.includes(key) ? (JSON.parse(outer.unwrap(sealed, key, nameOf(row)).toString()) as Answers) : undefined;
}

/** Seals rows of an earlier release, which are in clear. A row that was deleted or sealed meanwhile stays as it is. @returns whether there may be more */
export async function sealClearAnswers(pool: Pick<pg.Pool, 'query'>, outer: OuterKeys, batch: number): Promise<boolean> {
  const { rows } = await pool.query<Place & { answers: Answers }>(
    `select questionnaire_template_route as route, sender, answers from questionnaire_answers where outer_key is null limit ${batch}`,
  );
  for (const row of rows) {
    await pool.query({
      name: 'questionnaire-seal',
      text: `update questionnaire_answers set answers = null, sealed = $3, outer_key = $4
             where questionnaire_template_route = $1 and sender = $2 and outer_key is null`,
      values: [row.route, row.sender, sealAnswers(outer, row, row.answers), outer.current],
    });
  }
  return rows.length === batch;
}
