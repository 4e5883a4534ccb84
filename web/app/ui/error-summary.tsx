import { useEffect, useRef } from 'react';

export type FieldProblem = { fieldId: string; message: string };

/**
 * All errors of a form, each linked to its field. Takes the focus when `attempt` changes and there are errors. Increase
 * `attempt` at each attempt to submit.
 */
export function ErrorSummary({
  problems,
  attempt,
  title = '請修正以下項目',
}: {
  problems: readonly FieldProblem[];
  attempt: number;
  title?: string;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = problems.length > 0;
  useEffect(() => {
    if (attempt > 0 && shown) ref.current?.focus();
  }, [attempt, shown]);
  if (!shown) return null;
  return (
    // Not atomic: a new error is read alone, and what is corrected while somebody types makes no reader begin anew.
    <div ref={ref} tabIndex={-1} role="alert" aria-atomic="false" className="rounded-2 border border-danger bg-danger-soft p-4">
      <h2 className="font-sans text-base font-semibold text-danger">{title}</h2>
      <ul className="mt-1 list-disc ps-5">
        {problems.map(({ fieldId, message }) => (
          <li key={`${fieldId}-${message}`}>
            <a
              href={`#${fieldId}`}
              className="inline-flex min-h-11 items-center underline"
              onClick={(event) => {
                const field = document.getElementById(fieldId);
                if (!field) return;
                event.preventDefault();
                field.focus();
                field.scrollIntoView({ block: 'center' });
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
