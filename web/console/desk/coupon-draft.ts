import { TAIPEI_MS } from '@nordhaut/contracts/support';

/** A coupon's definition with the specification's names (spec/3 §3); the server checks it. */
export type Definition = Record<string, unknown>;

/** The usual fields of a coupon as somebody types them. Amounts in NT$; times are `YYYY-MM-DDThh:mm` in Taipei. */
export type CouponDraft = {
  id: string;
  uid: string;
  name: string;
  desc: string;
  type: 'DISCOUNT' | 'GIVEAWAY' | 'BONUS';
  scope: 'SYSTEM' | 'MEMBER' | 'ALL';
  start: string;
  end: string;
  products: 'ALL' | 'PRODUCT' | 'SET' | 'LIST';
  productIds: string;
  discount: 'amount' | 'percent' | 'formula';
  value: string;
  minimum: string;
  quantity: string;
  maxUsage: string;
  days: string;
  gifts: string;
  choices: string;
  bonusMinimum: string;
};
export type CouponField = keyof CouponDraft;
export type CouponFaults = Partial<Record<CouponField, string>>;

const DAY = 86_400;
/** More than 10 digits are milliseconds (spec/3 §4). */
const LARGEST_SECONDS = 9_999_999_999;

/** The fields of the form by the names that the server's messages use. */
export const FIELD_OF: Readonly<Record<string, CouponField>> = {
  coupon_id: 'id',
  coupon_uid: 'uid',
  coupon_name: 'name',
  coupon_desc: 'desc',
  coupon_type: 'type',
  coupon_scope: 'scope',
  coupon_start: 'start',
  coupon_exp: 'end',
  coupon_product: 'productIds',
  coupon_formula: 'value',
  coupon_condition: 'minimum',
  coupon_quantity: 'quantity',
  coupon_max_usage: 'maxUsage',
  coupon_period: 'days',
  coupon_items: 'gifts',
  coupon_max_product_chosen: 'choices',
  coupon_bonus_min_standard: 'bonusMinimum',
};

export const newDraft = (id: string): CouponDraft => ({
  id,
  uid: '',
  name: '',
  desc: '',
  type: 'DISCOUNT',
  scope: 'ALL',
  start: '',
  end: '',
  products: 'ALL',
  productIds: '',
  discount: 'amount',
  value: '',
  minimum: '',
  quantity: '',
  maxUsage: '',
  days: '',
  gifts: '',
  choices: '',
  bonusMinimum: '',
});

type Condition = { property?: unknown; operator?: unknown; value?: unknown; msg?: unknown };
const isMinimum = ({ property, operator }: Condition): boolean => property === 'total' && operator === '>=';
const conditionsOf = (definition: Definition | undefined): Condition[] =>
  (definition?.['coupon_condition'] as Condition[] | undefined) ?? [];

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const shownTime = (stamp: unknown): string =>
  typeof stamp === 'number' ? new Date((stamp > LARGEST_SECONDS ? stamp : stamp * 1_000) + TAIPEI_MS).toISOString().slice(0, 16) : '';

function discountOf(formula: string): Pick<CouponDraft, 'discount' | 'value'> {
  const amount = /^x\s*-\s*(\d+)$/.exec(formula)?.[1];
  if (amount !== undefined) return { discount: 'amount', value: amount };
  const percent = /^x\s*\*\s*(\d{1,2})\s*\/\/\s*100$/.exec(formula)?.[1];
  return percent === undefined ? { discount: 'formula', value: formula } : { discount: 'percent', value: percent };
}

/** The form of a coupon that there is. */
export function draftOf(definition: Definition): CouponDraft {
  const at = (name: string): unknown => definition[name];
  const products = at('coupon_product');
  const gifts = (at('coupon_items') as { product_uid: string; product_quantity: number }[] | undefined) ?? [];
  const period = at('coupon_period');
  const blank = newDraft(text(at('coupon_id')));
  return {
    ...blank,
    uid: text(at('coupon_uid')),
    name: text(at('coupon_name')),
    desc: text(at('coupon_desc')),
    type: (at('coupon_type') as CouponDraft['type'] | undefined) ?? blank.type,
    scope: (at('coupon_scope') as CouponDraft['scope'] | undefined) ?? blank.scope,
    start: shownTime(at('coupon_start')),
    end: shownTime(at('coupon_exp')),
    products: Array.isArray(products) ? 'LIST' : ((products as CouponDraft['products'] | undefined) ?? 'ALL'),
    productIds: Array.isArray(products) ? products.join(', ') : '',
    ...discountOf(text(at('coupon_formula'))),
    minimum: text(conditionsOf(definition).find(isMinimum)?.value),
    quantity: text(at('coupon_quantity')),
    maxUsage: text(at('coupon_max_usage')),
    days: typeof period === 'number' ? String(period / DAY) : '',
    gifts: gifts.map(({ product_uid: uid, product_quantity: pieces }) => `${uid} ${pieces}`).join('\n'),
    choices: text(at('coupon_max_product_chosen')),
    bonusMinimum: text(at('coupon_bonus_min_standard')),
  };
}

/** `YYYY-MM-DDThh:mm` as it is read */
export const saidTime = (time: string): string => time.replaceAll('-', '/').replace('T', ' ');

/** When the offer counts, in Taipei. @param now ms */
export function periodOf(definition: Definition, now: number): string {
  const { start, end } = draftOf(definition);
  const today = shownTime(now / 1_000);
  if (start === '' && end === '') return '期間不限';
  const state = end !== '' && end <= today ? '，已過期' : start > today ? '，尚未開始' : '';
  return [start && `${saidTime(start)} 起`, end && `${saidTime(end)} 止`].filter(Boolean).join('，') + state;
}

/**
 * The definition that the form says, or what is wrong with its fields. `before`: the definition that was opened; what the form
 * does not show stays.
 */
export function definitionOf(draft: CouponDraft, before?: Definition): { definition: Definition; faults: CouponFaults } {
  const faults: CouponFaults = {};
  const whole = (field: CouponField, least: number): number | null => {
    const typed = draft[field].trim();
    if (typed === '') return null;
    if (!/^\d{1,9}$/.test(typed) || Number(typed) < least) faults[field] = `請輸入 ${least} 以上的整數`;
    return Number(typed);
  };
  /** Seconds are not in the form, so an unchanged time keeps its own. */
  const time = (field: 'start' | 'end', name: string): unknown => {
    if (draft[field] === '') return null;
    if (before && draft[field] === shownTime(before[name])) return before[name];
    const at = Date.parse(`${draft[field]}:00+08:00`) / 1_000;
    if (Number.isNaN(at)) faults[field] = '請輸入日期與時間';
    return at;
  };
  if (!/^[\w-]{1,64}$/.test(draft.uid.trim())) faults.uid = '請輸入 1 至 64 個英文字母、數字、底線或連字號';
  if (draft.name.trim() === '' || draft.name.trim().length > 60) faults.name = '請輸入 1 至 60 個字的名稱';
  const id = whole('id', 1);
  if (id === null) faults.id = '請輸入編號';
  const [start, end] = [time('start', 'coupon_start'), time('end', 'coupon_exp')];
  if (draft.start !== '' && draft.end !== '' && draft.end <= draft.start) faults.end = '結束時間必須晚於開始時間';
  const days = draft.days.trim() === '' ? null : Number(draft.days);
  if (days !== null && !(days > 0)) faults.days = '請輸入大於 0 的天數';

  const minimum = whole('minimum', 1);
  const old = conditionsOf(before).find(isMinimum);
  const kept = conditionsOf(before).filter((condition) => condition !== old);
  const asked = { property: 'total', operator: '>=', value: minimum, msg: `消費滿 NT$${minimum?.toLocaleString('en-US')} 才可使用` };
  const definition: Definition = {
    ...before,
    coupon_id: id,
    coupon_uid: draft.uid.trim(),
    coupon_name: draft.name.trim(),
    coupon_desc: draft.desc,
    coupon_type: draft.type,
    coupon_scope: draft.scope,
    coupon_start: start,
    coupon_exp: end,
    coupon_product: draft.products === 'LIST' ? idsOf(draft, faults) : draft.products,
    coupon_condition: minimum === null ? kept : [old?.value === minimum ? old : asked, ...kept],
    coupon_quantity: whole('quantity', 0),
    coupon_max_usage: whole('maxUsage', 0),
    coupon_period: days === null ? null : Math.round(days * DAY),
    coupon_formula: draft.type === 'DISCOUNT' ? formulaOf(draft, faults) : null,
    coupon_items: draft.type === 'DISCOUNT' ? [] : giftsOf(draft, faults),
    coupon_max_product_chosen: draft.type === 'GIVEAWAY' ? whole('choices', 1) : null,
    coupon_bonus_min_standard: draft.type === 'BONUS' ? whole('bonusMinimum', 1) : null,
  };
  if (draft.type === 'BONUS' && definition['coupon_bonus_min_standard'] === null) faults.bonusMinimum = '請輸入件數';
  return { definition, faults };
}

function idsOf({ productIds }: CouponDraft, faults: CouponFaults): number[] {
  const ids = productIds.split(/[\s,，、]+/).filter(Boolean);
  if (ids.length === 0 || ids.some((id) => !/^\d{1,9}$/.test(id))) faults.productIds = '請輸入商品編號，以逗號分開';
  return ids.map(Number);
}

function formulaOf({ discount, value }: CouponDraft, faults: CouponFaults): string {
  const typed = value.trim();
  if (discount === 'amount') {
    if (!/^\d{1,7}$/.test(typed) || Number(typed) < 1) faults.value = '請輸入折抵金額（1 以上的整數）';
    return `x - ${typed}`;
  }
  if (discount === 'percent') {
    if (!/^\d{1,2}$/.test(typed) || Number(typed) < 1) faults.value = '請輸入 1 至 99，例如 85 為 85 折';
    return `x * ${typed} // 100`;
  }
  if (typed === '') faults.value = '請輸入公式，x 為適用商品的金額';
  return typed;
}

function giftsOf({ gifts }: CouponDraft, faults: CouponFaults): { product_uid: string; product_quantity: number }[] {
  const lines = gifts
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([uid]) => uid !== '');
  const isWrong = ([uid = '', pieces = '1', ...more]: string[]): boolean =>
    !/^[\w-]{1,64}$/.test(uid) || !/^[1-9]\d?$/.test(pieces) || more.length > 0;
  if (lines.length === 0 || lines.some(isWrong)) faults.gifts = '每行一項：商品代碼與件數，例如 NHCP080 1';
  return lines.map(([uid = '', pieces = '1']) => ({ product_uid: uid, product_quantity: Number(pieces) }));
}

/** What the server says about a coupon as a whole, the field that it is about, and the words of it. */
const ABOUT: readonly [RegExp, CouponField, ((parts: string[]) => string)?][] = [
  [/^the catalogue has no product (\d+)$/, 'productIds', ([, id]) => `商品目錄沒有 ${id}`],
  [/^the catalogue has no product (\S+)$/, 'gifts', ([, uid]) => `商品目錄沒有 ${uid}`],
  [/^the code (\S+) belongs to coupon (\d+)$/, 'uid', ([, uid, id]) => `代碼 ${uid} 已由編號 ${id} 的優惠券使用`],
  [/^結束時間/, 'end'],
  [/^(贈品優惠|贈品不可)/, 'gifts'],
  [/^可選贈品數/, 'choices'],
  [/^贈品的件數/, 'bonusMinimum'],
  [/^(公式|括號|第 \d+ 個字元)/, 'value'],
];

/** The server's reasons by field, and those that belong to no field. A reason may name its field: `coupon 1 (UID): coupon_x: …`. */
export function byField(faults: readonly string[]): { fields: CouponFaults; rest: string[] } {
  const fields: CouponFaults = {};
  const rest: string[] = [];
  for (const fault of faults) {
    const said = fault.replace(/^coupon \d+(?: \([^)]*\))?: /, '');
    const [, name = '', message = ''] = /^(coupon_\w+)[\w.]*: (.*)$/.exec(said) ?? [];
    const about = ABOUT.find(([pattern]) => pattern.test(said));
    if (FIELD_OF[name]) fields[FIELD_OF[name]] = message;
    else if (about) fields[about[1]] = about[2]?.([...(about[0].exec(said) ?? [])]) ?? said;
    else rest.push(said);
  }
  return { fields, rest };
}
