import { districtOf } from '@nordhaut/logistics';
import { needsOtherStore, type Order, type OrderStore } from '@nordhaut/ordering';
import * as words from './words.ts';

/** Masked: the chain and the district, because a store shows where the buyer lives or works (decisions.md 9). */
const masked = (order: Order, store: OrderStore | undefined): string => {
  const place = store && districtOf(store.address);
  return place ? `${words.SUBTYPES[order.terms.delivery.subtype]?.replace(' 取貨', '') ?? ''} ${place}的門市` : '';
};

/** `7-11 臺北市南港區的門市 → 7-11 臺北市信義區的門市`; a store whose data is gone is named by its role. */
const fromTo = (order: Order, from: OrderStore | null | undefined, to: OrderStore | undefined): string =>
  `${masked(order, from ?? undefined) || '原門市'} → ${masked(order, to) || '新門市'}`;

/** The stores of a change that was asked for: the old one and the one that was chosen. */
export const chosenStores = (order: Order): string => fromTo(order, order.personal.contact?.store, order.personal.contact?.nextStore);
/** The stores of the last change that the carrier made. */
export const changedStores = (order: Order): string =>
  fromTo(order, order.personal.contact?.formerStore, order.personal.contact?.store ?? undefined);

const CHANGES = { OPEN: '已改選門市，等待物流回覆', DONE: '物流已變更', REFUSED: '物流不接受改選的門市' } as const;

/** A store that the carrier cannot use, by what became of the choice. The carrier's clock may be ahead of its own answer. */
const PROBLEMS = {
  NONE: '無法使用，需改選',
  OPEN: '原門市無法使用',
  DONE: '物流另有時間較晚的門市問題回報，請確認是否須再改選',
  REFUSED: '無法使用，需改選',
} as const;

function changeOf(order: Order, time: (at: string) => string): string {
  const { storeChange } = order;
  if (!storeChange) return '';
  const stores = { OPEN: chosenStores, DONE: changedStores, REFUSED: () => '' }[storeChange.state](order);
  return `${stores ? `${stores}，` : ''}${CHANGES[storeChange.state]}（${time(storeChange.at)}）`;
}

/** The store of the order, and what became of it. Names and numbers are personal: the revealed data has them. */
export function storeState(order: Order, time: (at: string) => string): string | null {
  if (order.terms.delivery.type !== 'CVS') return null;
  const [problem, change] = [needsOtherStore(order) ? PROBLEMS[order.storeChange?.state ?? 'NONE'] : '', changeOf(order, time)];
  const parts = order.storeChange?.state === 'DONE' ? [change, problem] : [problem, change];
  return parts.filter(Boolean).join('；') || '顧客所選';
}
