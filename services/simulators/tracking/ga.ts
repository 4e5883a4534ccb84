import { isRecord, isText } from '../http.ts';

const NAME = /^[A-Za-z]\w{0,39}$/;
const RESERVED = ['session_start', 'first_visit', 'user_engagement', 'app_remove', 'error', 'first_open'];
const MOST = { events: 25, params: 25, text: 100 };
/** ms */
const OLDEST = 72 * 3_600_000;

/** What `/debug/mp/collect` says of a request (providers §8b). */
export function gaProblems(body: Record<string, unknown>, now: number): string[] {
  const problems: string[] = [];
  if (!isText(body['client_id'])) problems.push('VALUE_REQUIRED client_id');
  const micros = body['timestamp_micros'];
  if (micros !== undefined && (typeof micros !== 'number' || micros / 1_000 < now - OLDEST))
    problems.push('VALUE_INVALID timestamp_micros');
  const { events } = body;
  if (!Array.isArray(events) || events.length === 0) return [...problems, 'VALUE_REQUIRED events'];
  if (events.length > MOST.events) problems.push('EXCEEDED_MAX_ENTITIES events');
  for (const event of events as unknown[]) problems.push(...eventProblems(event));
  return problems;
}

function eventProblems(event: unknown): string[] {
  if (!isRecord(event) || !isText(event['name'])) return ['NAME_INVALID events.name'];
  const { name, params = {} } = event;
  const problems: string[] = [];
  if (!NAME.test(name as string)) problems.push('NAME_INVALID events.name');
  if (RESERVED.includes(name as string)) problems.push('NAME_RESERVED events.name');
  if (!isRecord(params)) return [...problems, 'VALUE_INVALID events.params'];
  if (Object.keys(params).length > MOST.params) problems.push('EXCEEDED_MAX_ENTITIES events.params');
  for (const [key, value] of Object.entries(params)) {
    if (!NAME.test(key)) problems.push(`NAME_INVALID events.params.${key}`);
    if (typeof value === 'string' && key !== 'page_location' && value.length > MOST.text)
      problems.push(`VALUE_OUT_OF_BOUNDS events.params.${key}`);
  }
  if (params['value'] !== undefined && !isText(params['currency'])) problems.push('VALUE_REQUIRED events.params.currency');
  if ((name === 'purchase' || name === 'refund') && !isText(params['transaction_id']))
    problems.push('VALUE_REQUIRED events.params.transaction_id');
  return problems;
}
