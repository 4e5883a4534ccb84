import type { Commands, HandleRequest, Outcome } from '../envelope/commands.ts';
import type { DomainEvent } from '../event-store/decider.ts';
import type { Metrics } from './metrics.ts';
import { currentTraceparent, inSpan } from './trace.ts';

type AnyOutcome = Outcome<unknown, DomainEvent>;
type AnyRequest = HandleRequest<unknown, unknown, DomainEvent>;

/** Commands are a union over `type` by convention. */
const nameOf = (command: unknown): string => (command as { type?: string } | null)?.type ?? 'unnamed';

/** The context with the active span as its parent, so the command's events carry the span. */
function continued(context: AnyRequest['context']): AnyRequest['context'] {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? context : { ...context, traceparent };
}

/** Wraps commands: counts their outcomes, and records a span for each call where an SDK is registered. */
export function observedCommands(commands: Commands, metrics: Metrics): Commands {
  const recorded = metrics.counter('events_recorded_total', 'Events that commands of this process brought into the store', ['type']);
  // A counter that begins with 1 hides its first event from Prometheus, and the alert CheckoutsFail of a small shop needs each one.
  for (const type of ['CheckoutStarted', 'CheckoutFailed']) recorded.inc({ type }, 0);
  const refused = metrics.counter('commands_refused_total', 'Commands that a rule refused', ['command', 'code']);

  function count(command: unknown, outcome: AnyOutcome): void {
    if (!outcome.ok) refused.inc({ command: nameOf(command), code: outcome.rejection.code });
    else if (!outcome.replayed) for (const { type } of outcome.events) recorded.inc({ type });
  }

  const handle: Commands['handle'] = (stream, decider, command, context, options) => {
    const attributes = { 'nordhaut.command': nameOf(command), 'nordhaut.stream.category': stream.slice(0, stream.indexOf('-')) };
    return inSpan(`command ${nameOf(command)}`, { traceparent: context.traceparent, attributes }, async (span) => {
      const outcome = await commands.handle(stream, decider, command, continued(context), options);
      count(command, outcome);
      span.setAttribute('nordhaut.outcome', outcome.ok ? (outcome.replayed ? 'repeated' : 'accepted') : outcome.rejection.code);
      return outcome;
    });
  };

  const handleInOrder = (requests: readonly AnyRequest[]): Promise<readonly (AnyOutcome | undefined)[]> => {
    const names = requests.map(({ command }) => nameOf(command));
    const options = { traceparent: requests[0]?.context.traceparent, attributes: { 'nordhaut.command': names } };
    return inSpan(`command ${names.join(' + ')}`.slice(0, 200), options, async () => {
      const outcomes = await commands.handleInOrder(requests.map((one) => ({ ...one, context: continued(one.context) })));
      for (const [at, outcome] of outcomes.entries()) if (outcome) count(requests[at]?.command, outcome);
      return outcomes;
    });
  };

  return { ...commands, handle, handleInOrder: handleInOrder as Commands['handleInOrder'] };
}
