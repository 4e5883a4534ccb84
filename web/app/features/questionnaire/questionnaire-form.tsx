import { contentMessages, type QuestionnaireSent } from '@nordhaut/contracts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { output } from 'zod/mini';
import { call } from '../../lib/api.ts';
import { newId, useHydrated } from '../../lib/browser.ts';
import { withFields } from '../../lib/with-fields.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { fieldId, type Questionnaire, readAnswers } from './answers.ts';
import { QuestionField } from './question-field.tsx';

const sent = withFields<output<typeof QuestionnaireSent>>('thanks');

type Faults = { title: string; of: Readonly<Record<string, string>> };
const NONE: Faults = { title: '', of: {} };

/** The questions and their sending (spec/1-catalogue-and-content §5). A second sending gets the first one's thanks. */
export function QuestionnaireForm({ questionnaire: { route, fields } }: { questionnaire: Questionnaire }) {
  const [faults, setFaults] = useState(NONE);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [thanks, setThanks] = useState<string>();
  const intent = useRef<{ body: string; key: string }>(undefined);
  // Before hydration a submit would put the answers into the address.
  const hydrated = useHydrated();

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const { answers, missing, unknown } = readAnswers(fields, new FormData(event.currentTarget));
    setAttempt(attempt + 1);
    setFailure('');
    if (missing.length > 0 || unknown.length > 0) {
      return setFaults({
        title: missing.length > 0 ? contentMessages.answersIncomplete : contentMessages.answersInvalid,
        of: Object.fromEntries([...missing.map((key) => [key, '此題必填']), ...unknown.map((key) => [key, '請從選項中選擇'])]),
      });
    }
    setFaults(NONE);
    setBusy(true);
    // Without an answer, the browser has no cookie by which a second click would be the same sender.
    const text = JSON.stringify(answers);
    if (intent.current?.body !== text) intent.current = { body: text, key: newId() };
    const result = await call(sent, `/api/content/questionnaires/${encodeURIComponent(route)}`, {
      method: 'POST',
      body: { answers },
      idempotencyKey: intent.current.key,
    });
    setBusy(false);
    if (result.ok) setThanks(result.data.thanks);
    else setFailure(result.message);
  }

  if (thanks !== undefined) return <Thanks text={thanks} />;
  const problems = fields.flatMap(({ key, label }) =>
    faults.of[key] ? [{ fieldId: fieldId(key), message: `${label}：${faults.of[key]}` }] : [],
  );
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="mt-8 grid gap-8">
      <ErrorSummary problems={problems} attempt={attempt} title={faults.title} />
      {fields.map((question) =>
        question.type === 'EXPLANATION' ? (
          <section key={question.key} className="rounded-3 bg-sunken p-5">
            <h2 className="font-sans! text-lg font-semibold">{question.label}</h2>
            {question.desc && <p className="mt-1 whitespace-pre-line text-ink-2">{question.desc}</p>}
          </section>
        ) : (
          <QuestionField key={question.key} question={question} error={faults.of[question.key]} />
        ),
      )}
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      <noscript>
        <p>送出問卷需要開啟 JavaScript。</p>
      </noscript>
      <button type="submit" className="btn justify-self-start" disabled={!hydrated} aria-busy={busy || undefined}>
        {busy ? '送出中…' : '提交'}
      </button>
    </form>
  );
}

function Thanks({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="mt-8 grid justify-items-start gap-6 rounded-3 bg-brand-soft p-6 desk:p-8">
      <p className="text-lg whitespace-pre-line">{text}</p>
      <LinkButton to="/blog" look="line">
        看保養知識
      </LinkButton>
    </div>
  );
}
