import type { Commands, HandleRequest, Outcome } from '../envelope/commands.ts';
import type { DomainEvent } from '../event-store/decider.ts';
import type { StreamName } from '../event-store/port.ts';
import type { Metrics } from './metrics.ts';
import { currentTraceparent, isTracing, withSpan } from './trace.ts';

type AnyOutcome = Outcome<unknown, DomainEvent>;
type AnyRequest = HandleRequest<unknown, unknown, DomainEvent>;
/** What commands are by convention: a union over `type`. */
const nameOf = (command: unknown): string => (command as { type?: string } | null)?.type ?? 'unnamed';
const categoryOf = (stream: StreamName): string => stream.slice(0, stream.indexOf('-'));

/**
 * The same commands, counted by what became of them, and each in a span of its own where traces are recorded: the
 * events then carry the command's span, so that whatever follows from them continues it.
 */
export function observedCommands(commands: Commands, metrics: Metrics): Commands {
  const recorded = metrics.counter('events_recorded_total', 'Events that commands of this process brought into the store', ['type']);
  const refused = metrics.counter('commands_refused_total', 'Commands that a rule refused', ['command', 'code']);

  function count(command: unknown, outcome: AnyOutcome): void {
    if (!outcome.ok) refused.inc({ command: nameOf(command), code: outcome.rejection.code });
    else if (!outcome.replayed) for (const { type } of outcome.events) recorded.inc({ type });
  }

  async function handle(
    stream: StreamName,
    decider: AnyRequest['decider'],
    command: unknown,
    context: AnyRequest['context'],
    options?: AnyRequest['options'],
  ): Promise<AnyOutcome> {
    if (!isTracing()) {
      const outcome = await commands.handle(stream, decider, command, context, options);
      count(command, outcome);
      return outcome;
    }
    const attributes = { 'nordhaut.command': nameOf(command), 'nordhaut.stream.category': categoryOf(stream) };
    return withSpan(`command ${nameOf(command)}`, { traceparent: context.traceparent, attributes }, async (span) => {
      const outcome = await commands.handle(stream, decider, command, { ...context, ...ownTraceparent() }, options);
      count(command, outcome);
      span.setAttribute('nordhaut.outcome', outcome.ok ? (outcome.replayed ? 'repeated' : 'accepted') : outcome.rejection.code);
      return outcome;
    });
  }

  async function together<O extends AnyOutcome | undefined>(
    requests: readonly AnyRequest[],
    work: (all: readonly AnyRequest[]) => Promise<O[]>,
  ): Promise<O[]> {
    const send = async (all: readonly AnyRequest[]): Promise<O[]> => {
      const outcomes = await work(all);
      for (const [at, outcome] of outcomes.entries()) if (outcome) count(all[at]?.command, outcome);
      return outcomes;
    };
    if (!isTracing()) return send(requests);
    const attributes = { 'nordhaut.command': requests.map(({ command }) => nameOf(command)) };
    return withSpan(
      `command ${requests.map(({ command }) => nameOf(command)).join(' + ')}`.slice(0, 200),
      { traceparent: requests[0]?.context.traceparent, attributes },
      () => send(requests.map((one) => ({ ...one, context: { ...one.context, ...ownTraceparent() } }))),
    );
  }

  async function handleMany(requests: readonly AnyRequest[]): Promise<AnyOutcome[]> {
    return together(requests, (all) => commands.handleMany(all) as Promise<AnyOutcome[]>);
  }

  async function handleInOrder(requests: readonly AnyRequest[]): Promise<(AnyOutcome | undefined)[]> {
    return together(requests, (all) => commands.handleInOrder(all) as Promise<(AnyOutcome | undefined)[]>);
  }

  return {
    handle: handle as Commands['handle'],
    handleMany: handleMany as Commands['handleMany'],
    handleInOrder: handleInOrder as Commands['handleInOrder'],
    refusal: commands.refusal,
    load: commands.load,
  };
}

function ownTraceparent(): { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}
