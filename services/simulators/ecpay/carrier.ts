import { randomInt } from 'node:crypto';
import type { RecordStore } from '../record-store.ts';
import type { Now } from '../clock.ts';
import type { Form } from '../http.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import type { Scheduler } from '../scheduler.ts';
import { FLOWS, type Merchant, merchantOf, statusText, STORE_PROBLEMS, type Subtype } from './subtypes.ts';
import { withWrongMac } from './check-mac.ts';
import { callbackBody, latest, type Move, type Parcel, storeNotice } from './parcel.ts';

/** When parcels move automatically, in ms of simulated time. */
export type Pace = { firstMs: number; everyMs: readonly [least: number, most: number] };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Three retries, then one on each of the next three days (providers §1.6). ECPay does not publish the first three waits. */
export const CALLBACK_WAITS_MS = [5 * MINUTE, 30 * MINUTE, 120 * MINUTE, DAY, DAY, DAY - 155 * MINUTE];

const FIRST_ID = 1_718_546;

export type Carrier = ReturnType<typeof createCarrier>;

/** The simulated carriers: parcels, their moves and their callbacks. */
export function createCarrier(records: RecordStore, scheduler: Scheduler, webhooks: WebhookSender, now: Now, pace: Pace | 'off') {
  const parcels = records.table<Parcel>('parcels');
  const byTradeNo = new Map<string, Parcel>();
  /** The newest parcel of each order. A trade number of the shop is an order number and two characters. */
  const byOrderNo = new Map<string, Parcel>();
  let nextId = FIRST_ID;
  const index = (parcel: Parcel) => {
    byTradeNo.set(`${parcel.merchantId} ${parcel.tradeNo}`, parcel);
    byOrderNo.set(parcel.tradeNo.slice(0, -2), parcel);
  };
  for (const parcel of parcels.all()) {
    index(parcel);
    nextId = Math.max(nextId, Number(parcel.id) + 1);
  }
  const save = (parcel: Parcel) => parcels.put(parcel.id, parcel);

  function create(request: Form, merchant: Merchant, subtype: Subtype): Parcel {
    const id = String(nextId++);
    const parcel: Parcel = {
      id,
      merchantId: merchant.id,
      tradeNo: request.MerchantTradeNo || `SIM${id}`,
      subtype,
      request,
      storeId: request.ReceiverStoreID ?? '',
      paymentNo: subtype === 'UNIMARTC2C' ? `D${digits(7)}` : subtype === 'FAMIC2C' ? digits(11) : '',
      validationNo: subtype === 'UNIMARTC2C' ? digits(4) : '',
      bookingNote: subtype === 'TCAT' ? digits(12) : '',
      createdAt: now(),
      moves: [{ code: 300, at: now() }],
    };
    index(parcel);
    if (pace === 'off') save(parcel);
    else play(parcel, 'collected', undefined, pace.firstMs);
    return parcel;
  }

  /**
   * Gives the parcel a status and sends it to the shop. Without `at`, the move is at least one second after the previous
   * one, because the carrier's dates have whole seconds. With `at`, the move may be earlier than previous ones.
   */
  function move(parcel: Parcel, code: number, options: { at?: number; callback?: boolean } = {}): Move {
    const made = { code, at: options.at ?? Math.max(now(), latest(parcel).at + 1000) };
    parcel.moves.push(made);
    parcel.moves.sort((a, b) => a.at - b.at);
    save(parcel);
    if (options.callback !== false) notify(parcel, made);
    return made;
  }

  function notify(parcel: Parcel, made: Move): void {
    const merchant = merchantOf(parcel.merchantId);
    if (!merchant) return;
    const send = (url: string | undefined, body: string) => {
      if (!url) return;
      const contentType = 'application/x-www-form-urlencoded';
      webhooks.send({
        provider: 'ecpay',
        subject: parcel.tradeNo,
        url,
        contentType,
        body,
        spoiltBody: withWrongMac(body),
        expects: '1|OK',
        waits: CALLBACK_WAITS_MS,
      });
    };
    send(parcel.request.ServerReplyURL, callbackBody(parcel, made, merchant));
    if (STORE_PROBLEMS.includes(made.code)) send(parcel.request.LogisticsC2CReplyURL, storeNotice(parcel, made.code, merchant));
  }

  /** Moves the parcel along a flow from its current status. `everyMs` 0 makes all moves immediately. */
  function play(parcel: Parcel, name: string, everyMs?: number, firstMs?: number): void {
    parcel.flow = { name, ...(everyMs === undefined ? {} : { everyMs }) };
    save(parcel);
    if (everyMs === 0) while (step(parcel));
    else scheduleStep(parcel, firstMs);
  }

  /** Makes the next move of the parcel's flow. Returns false when there is no further move. */
  function step(parcel: Parcel): boolean {
    const next = nextInFlow(parcel);
    if (next === undefined) return false;
    move(parcel, next);
    return nextInFlow(parcel) !== undefined;
  }

  function nextInFlow(parcel: Parcel): number | undefined {
    const flow = parcel.flow && FLOWS[parcel.subtype][parcel.flow.name];
    const at = flow?.lastIndexOf(latest(parcel).code) ?? -1;
    return at < 0 ? undefined : flow?.[at + 1];
  }

  function scheduleStep(parcel: Parcel, firstMs?: number): void {
    const wait = firstMs ?? parcel.flow?.everyMs ?? (pace === 'off' ? undefined : randomInt(pace.everyMs[0], pace.everyMs[1] + 1));
    if (wait !== undefined) scheduler.at({ id: `move:${parcel.id}`, kind: 'move', dueAt: now() + wait, data: parcel.id });
  }
  scheduler.on('move', (job) => {
    const parcel = parcels.get(job.data as string);
    scheduler.done(job.id);
    if (parcel && step(parcel)) scheduleStep(parcel);
  });

  return {
    create,
    move,
    play,
    /** All codes that follow the current status in a flow of the carrier. */
    nextCodes(parcel: Parcel): number[] {
      const here = latest(parcel).code;
      const next = Object.values(FLOWS[parcel.subtype]).flatMap((flow) => flow.filter((_, i) => i > 0 && flow[i - 1] === here));
      return [...new Set(next)];
    },
    /** Sets another store. The carrier reports 2105 if the previous store was closed. */
    changeStore(parcel: Parcel, side: '01' | '02', storeId: string): void {
      if (side === '01') parcel.storeId = storeId;
      else parcel.request.ReturnStoreID = storeId;
      if (STORE_PROBLEMS.includes(latest(parcel).code)) move(parcel, 2105);
      else save(parcel);
    },
    get: (id: string | undefined) => (id ? parcels.get(id) : undefined),
    ofTradeNo: (merchantId: string, tradeNo: string) => byTradeNo.get(`${merchantId} ${tradeNo}`),
    /** Finds a parcel by trade number or order number, for either merchant. */
    find: (number: string) => byTradeNo.get(`2000933 ${number}`) ?? byTradeNo.get(`2000132 ${number}`) ?? byOrderNo.get(number),
    knows: (subtype: Subtype, code: number) => statusText(subtype, code) !== undefined,
    all: () => parcels.all(),
    count: () => parcels.size,
    reset(): void {
      byTradeNo.clear();
      byOrderNo.clear();
      nextId = FIRST_ID;
    },
  };
}

function digits(count: number): string {
  let text = '';
  while (text.length < count) text += randomInt(1e9).toString().padStart(9, '0');
  return text.slice(0, count);
}
