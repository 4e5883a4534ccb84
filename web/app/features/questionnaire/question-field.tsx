import { Field, FieldError } from '../../ui/field.tsx';
import { type Asked, fieldId, isTyped } from './answers.ts';

type Props = { question: Asked; error: string | undefined };

const LINE_LIMIT = 200;
const TEXT_LIMIT = 2_000;
/** rows of a drop-down that is spread open; the rest is scrolled to */
const SPREAD_ROWS = 8;
const PLACEHOLDER = '請選擇';

/** A question with its input. The form reads the answers from the inputs, so typed text needs no script. */
export function QuestionField({ question, error }: Props) {
  switch (question.type) {
    case 'ONE_LINE_INPUT':
    case 'TEXTAREA_INPUT':
    case 'SELECT':
      return (
        <Field label={question.label} id={fieldId(question.key)} hint={question.desc} error={error} required={question.required}>
          {(control) => <Control question={question} control={control} />}
        </Field>
      );
    default:
      return <Group question={question} error={error} />;
  }
}

type One = Extract<Asked, { type: 'ONE_LINE_INPUT' | 'TEXTAREA_INPUT' | 'SELECT' }>;
type ControlProps = Parameters<Parameters<typeof Field>[0]['children']>[0];

function Control({ question, control }: { question: One; control: ControlProps }) {
  const all = { ...control, name: question.key, className: 'input' };
  if (question.type === 'ONE_LINE_INPUT') return <input type="text" maxLength={LINE_LIMIT} {...all} />;
  if (question.type === 'TEXTAREA_INPUT') return <textarea rows={4} maxLength={TEXT_LIMIT} {...all} />;
  if (isTyped(question))
    return (
      <>
        <input type="text" list={`${control.id}-options`} placeholder={PLACEHOLDER} autoComplete="off" {...all} />
        <datalist id={`${control.id}-options`}>
          {question.options.map(({ value, text }) => (
            <option key={value} value={text}>
              {text}
            </option>
          ))}
        </datalist>
      </>
    );
  const rows = question.spreadOpen ? { size: Math.min(question.options.length + 1, SPREAD_ROWS) } : {};
  return (
    <select defaultValue="" {...rows} {...all} className={question.spreadOpen ? 'input h-auto!' : 'input'}>
      <option value="">{PLACEHOLDER}</option>
      {question.options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

const CHOICE =
  'flex min-h-12 items-center gap-3 rounded-2 border border-line-strong bg-surface px-4 py-2 has-checked:border-brand has-checked:bg-brand-soft';

/** Radio buttons, check boxes or the points of a scale. */
function Group({ question, error }: { question: Exclude<Asked, One>; error: string | undefined }) {
  const { key, label, desc, required, type } = question;
  const id = fieldId(key);
  const choices = type === 'LINEAR_SCALE' ? question.scales.map((text, place) => ({ value: String(place), text })) : question.options;
  const described = [desc ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={described}>
      <legend className="mb-1 text-sm font-semibold">
        {label}
        {!required && <span className="ms-2 font-normal text-ink-3">選填</span>}
      </legend>
      {desc && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-ink-3">
          {desc}
        </p>
      )}
      <div className={type === 'LINEAR_SCALE' ? 'flex flex-wrap gap-2' : 'grid gap-2 wide:grid-cols-2'}>
        {choices.map(({ value, text }) => (
          <label key={value} className={CHOICE}>
            <input
              type={type === 'MULTIPLE_ANSWER' ? 'checkbox' : 'radio'}
              name={key}
              value={value}
              className="size-5 shrink-0 accent-brand"
            />
            {text}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
