import { PURPOSES } from '@nordhaut/platform/decider';
import type {
  Forgets,
  ForgettingAnswer,
  ForgettingEngine,
  ForgettingRequest,
  PersonalDataForgotten,
  Planned,
} from '@nordhaut/platform/forgetting';
import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { StreamName } from '@nordhaut/platform/event-store';
import { SupportConfig } from '../config.ts';
import { staffDecider } from './staff.decide.ts';
import { STAFF_CATEGORY, staffStream, staffSubject } from './stream.ts';

const uuidOf = nameUuids('e2a4b0c6-5d1f-5b7e-8c39-0a6f4d2b9e71');
const BATCH = 100;

type Due = { staff_id: string; left_at: Date; due: Date };

/** Who left, with the end of the years in which an auditor may ask for the name, until `until`; after `last`. */
async function dueStaff({ pool, config }: Pick<ForgettingEngine, 'pool' | 'config'>, until: Date, last?: Due): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `select staff_id, left_at, left_at + make_interval(years => $2) as due from staff
     where not forgotten and left_at + make_interval(years => $2) <= $1 and (left_at, staff_id) > ($3::timestamptz, $4)
     order by left_at, staff_id limit ${BATCH}`,
    [until, config.of(SupportConfig).KEEP_STAFF_YEARS, last?.left_at ?? '-infinity', last?.staff_id ?? ''],
  );
  return rows;
}

async function record({ commands, clock }: ForgettingEngine, stream: StreamName, data: PersonalDataForgotten['data'], commandId: string) {
  const context = { commandId, actor: { kind: 'system', id: 'forgetter' }, now: clock() } as const;
  return commands.handle(stream, staffDecider, { type: 'ForgetStaff', forgotten: data }, context);
}

/** The end of the years; null for somebody who still works here. */
function keptUntil({ config }: Pick<ForgettingEngine, 'config'>, leftAt: string | null): string | null {
  if (leftAt === null) return null;
  const end = new Date(leftAt);
  end.setUTCFullYear(end.getUTCFullYear() + config.of(SupportConfig).KEEP_STAFF_YEARS);
  return end.toISOString();
}

async function forget(engine: ForgettingEngine, staffId: string, request: ForgettingRequest): Promise<ForgettingAnswer | undefined> {
  const stream = staffStream(staffId);
  const { state } = await engine.commands.load(stream, staffDecider);
  if (!state) return undefined;
  if (state.forgottenAt !== null) return { kind: 'nothing-left', stream, at: state.forgottenAt };
  const until = keptUntil(engine, state.leftAt);
  const at = engine.clock().toISOString();
  if (until === null || until > at)
    return { kind: 'kept', kept: (['contact', 'support'] as const).map((purpose) => ({ purpose, until, why: 'OWN_TERM' })) };
  const { reason, dryRun, commandId } = request;
  const data: PersonalDataForgotten['data'] = { at, purposes: [...PURPOSES], requester: 'PERSON', reason, kept: [] };
  if (!dryRun) await record(engine, stream, data, commandId);
  return { kind: 'forgotten', stream, subject: staffSubject(staffId), data };
}

/**
 * The name of a former member of the staff, and what administrators typed about them. They are kept as long as the log of views
 * and acts that names the account; the account's id stays in the history.
 */
export const staffForgetting = {
  forget: (engine, { staff }, request) => (staff === undefined ? Promise.resolve(undefined) : forget(engine, staff, request)),
  async finish(engine) {
    const now = engine.clock();
    await engine.due.each(
      (last: Due | undefined) => dueStaff(engine, now, last),
      async ({ staff_id: staffId }) => {
        const data = {
          at: now.toISOString(),
          purposes: [...PURPOSES],
          requester: 'CALENDAR',
          reason: 'PURPOSE_ENDED',
          kept: [],
        } satisfies PersonalDataForgotten['data'];
        await record(engine, staffStream(staffId), data, uuidOf(staffId));
      },
    );
    return false;
  },
  plan: async (engine, until) =>
    (await dueStaff(engine, until)).map(
      ({ staff_id: staffId, due }): Planned => ({ name: `staff ${staffId}`, purposes: PURPOSES, at: due.toISOString(), asked: false }),
    ),
  restore: async (engine, { stream, data }) =>
    stream.startsWith(`${STAFF_CATEGORY}-`) && (await record(engine, stream, data, uuidOf(`${stream}/restored`))).ok,
} satisfies Forgets;
