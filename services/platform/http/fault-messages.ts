import type { core } from 'zod/mini';
import { messages } from './messages.ts';

/**
 * The message for a value that a schema refuses, one for each kind of fault. A schema with its own message
 * (`{ error: … }`) keeps it. zod's default texts are for programmers, so no answer contains them.
 */
export function faultMessage(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? messages.missing : (WRONG_TYPE[issue.expected] ?? messages.wrongType);
    case 'too_big':
      return TOO_BIG[measureOf(issue.origin)](Number(issue.maximum));
    case 'too_small':
      return TOO_SMALL[measureOf(issue.origin)](Number(issue.minimum));
    case 'invalid_value':
      return messages.notAChoice;
    case 'invalid_union':
      return issue.input === undefined ? messages.missing : (closest(issue.errors)?.message ?? messages.notAChoice);
    case 'invalid_format':
      return messages.wrongFormat;
    case 'unrecognized_keys':
      return messages.unknownField;
    default:
      return messages.validation;
  }
}

/** The first fault of the alternative with the fewest faults, which is most likely the intended one. */
const closest = (choices: readonly (readonly core.$ZodIssue[])[]): core.$ZodIssue | undefined =>
  choices.toSorted((one, other) => one.length - other.length)[0]?.[0];

const WRONG_TYPE: Readonly<Record<string, string>> = {
  string: messages.notText,
  number: messages.notANumber,
  int: messages.notAnInteger,
  boolean: messages.notABoolean,
  array: messages.notAList,
};

type Measure = 'length' | 'count' | 'value';
const measureOf = (origin: string): Measure =>
  origin === 'string' ? 'length' : origin === 'array' || origin === 'set' ? 'count' : 'value';

const TOO_BIG: Readonly<Record<Measure, (maximum: number) => string>> = {
  length: messages.tooLong,
  count: messages.tooMany,
  value: messages.tooLarge,
};
const TOO_SMALL: Readonly<Record<Measure, (minimum: number) => string>> = {
  length: (minimum) => (minimum === 1 ? messages.empty : messages.tooShort(minimum)),
  count: messages.tooFew,
  value: messages.tooSmall,
};
