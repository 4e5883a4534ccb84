import { createHmac, type KeyObject } from 'node:crypto';
import { contentMessages as messages, QuestionnaireAnswer, QuestionnaireRequest, QuestionnaireSent } from '@nordhaut/contracts';
import type { OuterKeys } from '@nordhaut/platform/envelope';
import { PUBLIC_ANSWER, refuse, type Routes } from '@nordhaut/platform/http';
import type pg from 'pg';
import * as z from 'zod/mini';
import { answerStore } from './answer-allowance.ts';
import { answersFrom, contentOf } from './answers.ts';
import type { ContentStore } from './content.ts';
import { checkAnswers } from './questionnaires.ts';
import { sealAnswers } from './sealed-answers.ts';

const Params = z.object({ customUrl: z.string().check(z.maxLength(200)) });

export type QuestionnaireDeps = {
  store: ContentStore;
  pool: Pick<pg.Pool, 'query'>;
  outer: OuterKeys;
  key: KeyObject;
  clock: () => Date;
  /** of all limits; null: limits are off */
  factor: number | null;
};

/** The keyed hash under which a visitor's answers are kept (decisions.md 20). */
export const visitorHash = (key: KeyObject, visitor: string): string => createHmac('sha256', key).update(visitor).digest('hex');

/** The questionnaire and its answers. Each member or visitor answers a questionnaire once (decisions.md 109). */
export const questionnaireRoutes =
  ({ store, pool, outer, key, clock, factor }: QuestionnaireDeps): Routes =>
  (app) => {
    const keep = answerStore({ pool, key, factor });
    const answer = answersFrom(store, clock);
    app.get(
      '/api/content/questionnaires/:customUrl',
      {
        config: PUBLIC_ANSWER,
        schema: { params: Params, response: { 200: QuestionnaireAnswer }, summary: 'A questionnaire', tags: ['content'] },
      },
      (request, reply) =>
        answer(request, reply, ({ questionnaires }) => {
          const found = questionnaires.get(request.params.customUrl);
          if (!found) return refuse(404, 'QUESTIONNAIRE_NOT_FOUND', messages.questionnaireNotFound);
          const { route, name, desc, fields } = found;
          return { questionnaire: { route, name, desc, fields } };
        }),
    );

    app.post(
      '/api/content/questionnaires/:customUrl',
      {
        config: { access: 'public' },
        schema: {
          params: Params,
          body: QuestionnaireRequest,
          response: { 200: QuestionnaireSent },
          summary: 'Send the answers of a questionnaire',
          tags: ['content'],
        },
      },
      async (request, reply) => {
        const found = contentOf(store).questionnaires.get(request.params.customUrl);
        if (!found) return refuse(404, 'QUESTIONNAIRE_NOT_FOUND', messages.questionnaireNotFound);
        const checked = checkAnswers(found.fields, request.body.answers);
        if (checked === 'incomplete') return refuse(400, 'ANSWERS_INCOMPLETE', messages.answersIncomplete);
        if (checked === 'invalid') return refuse(400, 'ANSWERS_INVALID', messages.answersInvalid);
        const isMember = request.actor?.kind === 'member';
        const sender = isMember ? (request.actor?.id ?? '') : visitorHash(key, reply.visitor());
        const sealed = sealAnswers(outer, { route: found.route, sender }, checked.kept);
        // The table's keys decide which of two concurrent sendings is the first one.
        const sentAt = clock();
        const sending = request.context().commandId;
        await keep({ route: found.route, sender, sending, isMember, sealed, outerKey: outer.current, sentAt }, request.ip);
        return { state: 200 as const, thanks: found.thanks };
      },
    );
  };
