import { Readable } from 'node:stream';
import { contentMessages as messages, shownTime } from '@nordhaut/contracts';
import type { Question } from '@nordhaut/contracts/content';
import { AnsweredParams, AnsweredQuestionnaires, AnswersPage, AnswersQuery } from '@nordhaut/contracts/support';
import { csvHead, csvRow } from '@nordhaut/platform/csv';
import type { OuterKeys } from '@nordhaut/platform/envelope';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { contentOf } from './answers.ts';
import type { ContentStore } from './content.ts';
import { type Answers, openAnswers } from './sealed-answers.ts';
import { answerText, type AnswersCursor, countedAnswers, cursorOf, sentAnswers, type SentRow } from './sent-answers.ts';

/** sendings of a page in the console, and of one query of the export */
const PAGE = 30;
const BATCH = 500;

export type AnswersStaffHttp = {
  store: Pick<ContentStore, 'now'>;
  pool: Pick<pg.Pool, 'query'>;
  outer: OuterKeys;
  publicIdOf(memberId: string): string;
  /** the log of what the staff does: who, and of which questionnaire */
  log(request: FastifyRequest, view: { action: 'VIEW_ANSWERS' | 'EXPORT_ANSWERS'; reason: string }): Promise<void>;
};

const readCursor = (text: string | undefined): AnswersCursor | undefined => {
  const [ms, sender = ''] = text?.split('~') ?? [];
  return ms === undefined ? undefined : { at: new Date(Number(ms)), sender };
};

/** The answers of questionnaires for the staff, who read and export them (decisions.md 20). They may name people. */
export const answersStaffRoutes =
  ({ store, pool, outer, publicIdOf, log }: AnswersStaffHttp): Routes =>
  (app) => {
    const reveal = { access: 'support', right: 'reveal' } as const;
    const templateOf = (route: string) => contentOf(store).questionnaires.get(route);
    const whoOf = ({ is_member, sender }: SentRow): string => (is_member ? `會員 ${publicIdOf(sender)}` : '訪客');

    /** @throws Rejected 404 for a questionnaire that neither exists nor has answers */
    async function known(route: string): Promise<{ name: string; questions: readonly Question[] }> {
      const template = templateOf(route);
      if (template) return { name: template.name, questions: template.fields.filter(({ type }) => type !== 'EXPLANATION') };
      const hasAnswers = (await sentAnswers(pool, route, 1)).length > 0;
      return hasAnswers ? { name: '', questions: [] } : refuse(404, 'QUESTIONNAIRE_NOT_FOUND', messages.questionnaireNotFound);
    }
    /** Answers under keys that the template does not have any more come last, under their keys. */
    const inWords = (questions: readonly Question[], answers: Answers): { question: string; answer: string }[] => [
      ...questions.flatMap((question) =>
        Object.hasOwn(answers, question.key) ? { question: question.label, answer: answerText(question, answers[question.key]) } : [],
      ),
      ...Object.entries(answers).flatMap(([key, answer]) =>
        questions.some((question) => question.key === key) ? [] : { question: key, answer: answerText(undefined, answer) },
      ),
    ];

    /** A column for each question of the template, and one for what earlier templates asked. */
    async function* linesOf(route: string, questions: readonly Question[]): AsyncGenerator<string> {
      yield csvHead(['時間', '填寫者', ...questions.map(({ label }) => label), '其他']);
      for (let last: AnswersCursor | undefined, rows: SentRow[]; (rows = await sentAnswers(pool, route, BATCH, last)).length > 0; ) {
        for (const row of rows) {
          const answers = openAnswers(outer, row);
          if (!answers) continue;
          const cells = questions.map((question) =>
            Object.hasOwn(answers, question.key) ? answerText(question, answers[question.key]) : '',
          );
          const others = inWords([], answers).filter(({ question }) => !questions.some(({ key }) => key === question));
          yield `\r\n${csvRow([
            shownTime(row.sent_at.toISOString()),
            whoOf(row),
            ...cells,
            others.map(({ question, answer }) => `${question}：${answer}`).join('；'),
          ])}`;
        }
        last = cursorOf(rows.at(-1) as SentRow);
      }
    }

    app.get(
      '/api/support/questionnaires',
      {
        config: reveal,
        schema: { response: { 200: AnsweredQuestionnaires }, summary: 'Questionnaires and how many answered them', tags: ['support'] },
      },
      async () => {
        const counted = await countedAnswers(pool);
        const waiting = [...contentOf(store).questionnaires.keys()].filter((route) => !counted.some((one) => one.route === route));
        return {
          questionnaires: [
            ...counted.map(({ route, count, newest }) => ({ route, count, newestAt: newest.toISOString() })),
            ...waiting.map((route) => ({ route, count: 0, newestAt: null })),
          ].map((one) => ({ ...one, name: templateOf(one.route)?.name ?? '' })),
        };
      },
    );

    app.get(
      '/api/support/questionnaires/:route/answers',
      {
        config: reveal,
        schema: {
          params: AnsweredParams,
          querystring: AnswersQuery,
          response: { 200: AnswersPage },
          summary: 'The answers of a questionnaire, the newest first',
          tags: ['support'],
        },
      },
      async (request) => {
        const { route } = request.params;
        await log(request, { action: 'VIEW_ANSWERS', reason: route });
        const { name, questions } = await known(route);
        const rows = await sentAnswers(pool, route, PAGE + 1, readCursor(request.query.after));
        const page = rows.slice(0, PAGE);
        const last = rows.length > PAGE ? page.at(-1) : undefined;
        const next = last && cursorOf(last);
        return {
          name,
          sent: page.flatMap((row) => {
            const answers = openAnswers(outer, row);
            return answers ? [{ at: row.sent_at.toISOString(), who: whoOf(row), answers: inWords(questions, answers) }] : [];
          }),
          next: next ? `${next.at.getTime()}~${next.sender}` : null,
        };
      },
    );

    app.get(
      '/api/support/questionnaires/:route/export',
      {
        config: { ...reveal, secondFactor: true },
        schema: {
          params: AnsweredParams,
          response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
          summary: 'The answers of a questionnaire as a file, CSV',
          tags: ['support'],
        },
      },
      async (request, reply) => {
        const { route } = request.params;
        await log(request, { action: 'EXPORT_ANSWERS', reason: route });
        const { questions } = await known(route);
        return (
          reply
            .header('content-disposition', 'attachment; filename="questionnaire.csv"')
            .type('text/csv; charset=utf-8')
            // The schema says what the file is; a stream is no value of it.
            .send(Readable.from(linesOf(route, questions)) as never)
        );
      },
    );
  };
