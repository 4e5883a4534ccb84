import type { QuestionnaireAnswer, QuestionnaireRequest } from '@nordhaut/contracts';
import type { output } from 'zod/mini';

export type Questionnaire = output<typeof QuestionnaireAnswer>['questionnaire'];
export type Question = Questionnaire['fields'][number];
export type Asked = Exclude<Question, { type: 'EXPLANATION' }>;
type Answers = QuestionnaireRequest['answers'];

/** The id of the control or group of a question, for the list of errors. */
export const fieldId = (key: string): string => `question-${key}`;

const textOf = (form: FormData, key: string): string => {
  const value = form.get(key);
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * The given answers as the API takes them, and the keys of questions that cannot be sent: `missing` are required and have no
 * answer (spec/1-catalogue-and-content §5), `unknown` name no option of their searchable list.
 */
export function readAnswers(questions: readonly Question[], form: FormData): { answers: Answers; missing: string[]; unknown: string[] } {
  const answers: Answers = {};
  const missing: string[] = [];
  const unknown: string[] = [];
  for (const question of questions) {
    if (question.type === 'EXPLANATION') continue;
    const { key } = question;
    const text = textOf(form, key);
    if (question.type === 'MULTIPLE_ANSWER' ? form.getAll(key).length === 0 : text === '') {
      if (question.required) missing.push(key);
    } else if (question.type === 'MULTIPLE_ANSWER') answers[key] = form.getAll(key).map(String);
    else if (question.type === 'LINEAR_SCALE') answers[key] = Number(text);
    else if (question.type === 'SELECT' && isTyped(question)) {
      const chosen = question.options.find((option) => option.text === text);
      if (chosen) answers[key] = chosen.value;
      else unknown.push(key);
    } else answers[key] = text;
  }
  return { answers, missing, unknown };
}

/** A searchable list that is not spread open is a text input with suggestions, so its text names the option. */
export const isTyped = ({ searchable, spreadOpen }: Extract<Question, { type: 'SELECT' }>): boolean => searchable && !spreadOpen;
