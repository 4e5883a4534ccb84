import type { HistoryEvent } from '@nordhaut/contracts/support';

/** The trace's own part of a `traceparent` (W3C Trace Context). */
const traceOf = (traceparent: unknown): string => (typeof traceparent === 'string' ? (traceparent.split('-')[1] ?? '') : '');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * What an operator looks for in logs and traces. A repeated request has the command id of the first one, because its
 * `Idempotency-Key` names the command; so a retry adds no event.
 */
export function RequestFacts({ event: { raw }, hasCause }: { event: HistoryEvent; hasCause: boolean }) {
  const { commandId, correlationId, causationId, traceparent } = raw.metadata;
  const facts = [
    ['指令編號', textOf(commandId), '同一個 Idempotency-Key 重送時沿用，不會再產生事件'],
    ['請求編號', hasCause ? '' : textOf(causationId), ''],
    ['訂單關聯編號', textOf(correlationId), ''],
    ['追蹤編號', traceOf(traceparent), '在追蹤系統以此編號查詢'],
  ] as const;
  return (
    <details>
      <summary className="min-h-11 py-2">請求與追蹤</summary>
      <dl className="num grid gap-x-4 gap-y-1 text-sm wide:grid-cols-[auto_1fr]">
        {facts.map(
          ([name, value, hint]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-ink-2">{name}</dt>
                <dd className="break-all">
                  {value}
                  {hint && <span className="block text-ink-2">{hint}</span>}
                </dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}
