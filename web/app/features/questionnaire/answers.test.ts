import { expect, test } from 'vitest';
import { type Question, readAnswers } from './answers.ts';

const base = { desc: null, required: true };
const options = [
  { value: 'north', text: '北部' },
  { value: 'south', text: '南部' },
];
const QUESTIONS: Question[] = [
  { key: 'intro', type: 'EXPLANATION', label: '說明', desc: null },
  { ...base, key: 'line', label: '一行', type: 'ONE_LINE_INPUT' },
  { ...base, key: 'text', label: '多行', type: 'TEXTAREA_INPUT', required: false },
  { ...base, key: 'one', label: '單選', type: 'MULTIPLE_CHOICE', options },
  { ...base, key: 'many', label: '複選', type: 'MULTIPLE_ANSWER', options },
  { ...base, key: 'typed', label: '搜尋', type: 'SELECT', options, searchable: true, spreadOpen: false },
  { ...base, key: 'listed', label: '清單', type: 'SELECT', options, searchable: true, spreadOpen: true },
  { ...base, key: 'scale', label: '程度', type: 'LINEAR_SCALE', scales: ['少', '多'] },
];

function formOf(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

test('each kind of question becomes the answer that the API takes', () => {
  const form = formOf([
    ['line', ' 兩次 '],
    ['text', ''],
    ['one', 'north'],
    ['many', 'north'],
    ['many', 'south'],
    ['typed', '南部'],
    ['listed', 'south'],
    ['scale', '0'],
  ]);
  expect(readAnswers(QUESTIONS, form)).toEqual({
    answers: { line: '兩次', one: 'north', many: ['north', 'south'], typed: 'south', listed: 'south', scale: 0 },
    missing: [],
    unknown: [],
  });
});

test('every required question without an answer is named; text that is no option is not sent', () => {
  const form = formOf([
    ['line', '   '],
    ['typed', '火星'],
    ['listed', ''],
  ]);
  expect(readAnswers(QUESTIONS, form)).toEqual({ answers: {}, missing: ['line', 'one', 'many', 'listed', 'scale'], unknown: ['typed'] });
});
