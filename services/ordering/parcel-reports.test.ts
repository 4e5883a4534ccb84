import { given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderDecider } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import type { ReportParcelStatus } from './parcel.decide.ts';
import { AT, authorised, placed, shipped } from './testing.ts';

/**
 * Compares the parcel's state with a simple model of decisions.md 16. The model follows the decision sentence by sentence
 * and shares no code with the shop.
 */
type Told = { code: string; arrival: number; carrier: number | null; source: 'callback' | 'poll' | 'support' };
type Outcome = { recorded: (readonly [code: string, at: number, current: boolean])[]; state: { code: string; at: number } };
type Subtype = 'TCAT' | 'UNIMARTC2C';

const MINUTE = 60_000;
const LAG = 10;
/** The carrier's own order of states. Codes of one row have the same rank. */
const ORDER: Record<Subtype, readonly (readonly string[])[]> = {
  TCAT: [['300', '310'], ['900'], ['3001', '3016', '3017'], ['3120', '3006', '3002'], ['3003', '5004'], ['5008'], ['40000'], ['20000']],
  UNIMARTC2C: [['300', '310'], ['9999', '900', '2068'], ['2030'], ['2073'], ['2067', '2074'], ['2072'], ['2070', '40000'], ['20000']],
};
const UNKNOWN = ['31337', '31338'];
const FINISHED: Record<Subtype, readonly string[]> = {
  TCAT: ['3003', '5008', '20000', '40000'],
  UNIMARTC2C: ['2067', '2070', '9999', '20000', '40000'],
};

function model(subtype: Subtype, all: readonly Told[]): Outcome {
  const place = (code: string): number => ORDER[subtype].findIndex((row) => row.includes(code));
  const isUnknown = (code: string): boolean => UNKNOWN.includes(code);
  // The parcel's creation is the first report.
  let state = { code: '300', at: 0 };
  const known: { code: string; at: number; bySupport: boolean }[] = [{ ...state, bySupport: false }];
  const recorded: [string, number, boolean][] = [];
  for (const { code, arrival, carrier, source } of all) {
    // "a report without a time counts from its arrival"
    const at = carrier ?? arrival;
    const seen = known.filter((report) => report.code === code);
    // "A poll that answers the present code, or one already seen within the poll's lag, is no report"
    if (source === 'poll') {
      let present = known[0];
      for (const report of known) if (!report.bySupport && report.at >= (present?.at ?? 0)) present = report;
      if (code === state.code || code === present?.code) continue;
      if (seen.length > 0 && known.some((report) => report.at > arrival - LAG)) continue;
    }
    // The carrier repeats a callback until it gets an answer. The same code with the same time is the same report.
    else if (carrier !== null && seen.some((report) => report.at === carrier)) continue;
    known.push({ code, at, bySupport: source === 'support' });

    const isNewer = at > state.at || (at === state.at && place(code) > place(state.code));
    let moves = isNewer;
    if (FINISHED[subtype].includes(state.code)) {
      // "Only 3016 and 3017 reopen a finished parcel", and support may still decide.
      moves = isNewer && ['3016', '3017', '20000', '40000', state.code].includes(code);
      // "20000 and 40000 end it for the carrier's reports"
      if (['20000', '40000'].includes(state.code)) moves = isNewer && ['20000', '40000'].includes(code);
    }
    if (isUnknown(code)) moves = false;
    if (moves) state = { code, at };
    recorded.push([code, at, moves]);
  }
  return { recorded, state };
}

const iso = (minute: number): string => new Date(Date.parse(AT) + minute * MINUTE).toISOString();
const history = (subtype: Subtype): OrderEvent[] =>
  subtype === 'TCAT'
    ? [placed(), authorised, shipped()]
    : [placed({ delivery: { type: 'CVS', subtype } }), authorised, shipped({ subtype })];

function shop(subtype: Subtype, all: readonly Told[]): Outcome {
  const events = history(subtype);
  for (const { code, arrival, carrier, source } of all) {
    const command: ReportParcelStatus = {
      type: 'ReportParcelStatus',
      at: iso(arrival),
      tradeNo: shipped().data.tradeNo,
      logisticsId: source === 'support' ? null : 'L1',
      subtype,
      code,
      carrierAt: carrier === null ? null : iso(carrier),
      source,
    };
    const decision = orderDecider.decide(command, given(orderDecider)(...events).state);
    if (!decision.ok) throw new Error(decision.rejection.code);
    events.push(...decision.events);
  }
  const minute = (at: string): number => (Date.parse(at) - Date.parse(AT)) / MINUTE;
  const { parcel, timeline } = given(orderDecider)(...events).state ?? {};
  const reports = events.filter((event) => event.type === 'ParcelStatusReported');
  // The history, the fold and the timeline agree.
  expect(parcel?.reports).toHaveLength(1 + reports.length);
  expect(timeline?.slice(3).map(({ code, late = false }) => [code, late])).toEqual(reports.map(({ data }) => [data.code, !data.current]));
  return {
    recorded: reports.map(({ data }) => [data.code, minute(data.at), data.current]),
    state: { code: parcel?.code ?? '', at: minute(parcel?.at ?? '') },
  };
}

const callbacks = (...all: [code: string, carrier: number][]): Told[] =>
  all.map(([code, carrier], index) => ({ code, carrier, arrival: 1_000 + index, source: 'callback' }));

describe('the state of a parcel (decisions.md 16)', () => {
  test.each<[string, Told[], string, number]>([
    ['a repeated code with a newer time advances the time', callbacks(['3001', 2], ['3006', 3], ['3006', 5], ['3002', 4]), '3006', 5],
    ['an older report never changes the state', callbacks(['3006', 2], ['3016', 4], ['3003', 3], ['3006', 5]), '3006', 5],
    ['the same code twice in order is no late report', callbacks(['3001', 2], ['3001', 3]), '3001', 3],
    ['only a correction reopens a finished parcel', callbacks(['3003', 2], ['3006', 5], ['3016', 4]), '3016', 4],
    ['an unknown code does not hide even the first state', callbacks(['31337', 5]), '300', 0],
  ])('%s', (_, all, code, at) => {
    const outcome = shop('TCAT', all);
    expect(outcome.state).toEqual({ code, at });
    expect(outcome.recorded).toHaveLength(all.length);
    expect(outcome).toEqual(model('TCAT', all));
  });

  test('a report with a time more than a day ahead counts from its arrival', () => {
    const told = {
      type: 'ReportParcelStatus',
      tradeNo: shipped().data.tradeNo,
      logisticsId: 'L1',
      subtype: 'TCAT',
      source: 'callback',
    } as const;
    const wrong: ReportParcelStatus = { ...told, at: iso(9), code: '3001', carrierAt: '2099-01-01T00:00:00.000Z' };
    const events = given(orderDecider)(placed(), authorised, shipped()).when(wrong).thenEvents();
    expect(events).toMatchObject([{ data: { at: iso(9), timed: false, current: true } }]);
    const next: ReportParcelStatus = { ...told, at: iso(11), code: '3006', carrierAt: iso(10) };
    const moved = given(orderDecider)(placed(), authorised, shipped(), ...events)
      .when(next)
      .thenEvents();
    expect(moved).toMatchObject([{ data: { code: '3006', current: true } }]);
  });

  test('a known code replaces an unknown one, whatever their times', () => {
    const decided = (code: string, at: number, ...events: OrderEvent[]) =>
      given(orderDecider)(...events)
        .when({
          type: 'ReportParcelStatus',
          at: iso(9),
          tradeNo: shipped().data.tradeNo,
          logisticsId: 'L1',
          subtype: 'TCAT',
          code,
          carrierAt: iso(at),
          source: 'callback',
        })
        .thenEvents();
    const strange = [placed(), authorised, shipped({ code: '31337', at: iso(5) })];
    expect(decided('3001', 2, ...strange)).toMatchObject([{ data: { current: true } }]);
    expect(decided('31338', 2, ...strange)).toMatchObject([{ data: { current: false } }]);
    expect(decided('31338', 6, ...strange)).toMatchObject([{ data: { current: true } }]);
  });

  test.each(['TCAT', 'UNIMARTC2C'] as const)('%s: equals the model for any reports in any order', (subtype) => {
    const decisions = ['20000', '40000', '900'];
    const carriers = [...ORDER[subtype].flat().filter((code) => !decisions.includes(code)), ...UNKNOWN];
    const told = fc
      .record({
        source: fc.constantFrom('callback' as const, 'callback' as const, 'callback' as const, 'poll' as const, 'support' as const),
        carrierCode: fc.constantFrom(...carriers),
        decision: fc.constantFrom(...decisions),
        // Few instants, so that equal ones are frequent.
        carrier: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 6 }),
        pause: fc.constantFrom(0, 1, 3, 8, 30),
      })
      .map(({ source, carrierCode, decision, carrier, pause }) => ({
        source,
        code: source === 'support' ? decision : carrierCode,
        carrier: source === 'callback' ? carrier : null,
        pause,
      }));
    fc.assert(
      fc.property(fc.array(told, { maxLength: 12 }), (drawn) => {
        let arrival = 1;
        const all = drawn.map(({ pause, ...report }): Told => ({ ...report, arrival: (arrival += pause) }));
        expect(shop(subtype, all)).toEqual(model(subtype, all));
      }),
      { numRuns: 2_000 },
    );
  });
});
