import type { QuestionnaireRequest } from '@nordhaut/contracts';
import type { Question } from '@nordhaut/contracts/content';

type Answers = QuestionnaireRequest['answers'];
type Answer = Answers[string];

const LINE_LIMIT = 200;

const isEmpty = (answer: Answer | undefined): boolean =>
  answer === undefined || (typeof answer === 'string' && answer.trim() === '') || (Array.isArray(answer) && answer.length === 0);

/** Whether the answer has the form of its question. An empty one has. */
function fits(question: Question, answer: Answer): boolean {
  switch (question.type) {
    case 'ONE_LINE_INPUT':
      return typeof answer === 'string' && answer.length <= LINE_LIMIT && !/[\r\n]/.test(answer);
    case 'TEXTAREA_INPUT':
      return typeof answer === 'string';
    case 'MULTIPLE_CHOICE':
    case 'SELECT':
      return answer === '' || question.options.some(({ value }) => value === answer);
    case 'MULTIPLE_ANSWER':
      return (
        Array.isArray(answer) &&
        new Set(answer).size === answer.length &&
        answer.every((one) => question.options.some(({ value }) => value === one))
      );
    case 'LINEAR_SCALE':
      return typeof answer === 'number' && answer >= 0 && answer < question.scales.length;
    case 'EXPLANATION':
      return false;
  }
}

/**
 * The answers as they are kept: only those that were given, in the order of the questions. `incomplete` where a required
 * question has none (spec/1 §5), `invalid` where an answer does not fit its question or has none.
 */
export function checkAnswers(questions: readonly Question[], answers: Answers): { kept: Answers } | 'incomplete' | 'invalid' {
  const asked = new Set(questions.map(({ key }) => key));
  if (Object.keys(answers).some((key) => !asked.has(key))) return 'invalid';
  const kept: Answers = {};
  for (const question of questions) {
    const answer = Object.hasOwn(answers, question.key) ? answers[question.key] : undefined;
    if (answer === undefined || isEmpty(answer)) {
      if (question.type !== 'EXPLANATION' && question.required) return 'incomplete';
    } else if (!fits(question, answer)) return 'invalid';
    else kept[question.key] = typeof answer === 'string' ? answer.trim() : answer;
  }
  return { kept };
}
