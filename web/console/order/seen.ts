import { formatMoney as money, type SeenAnswer } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';

type Field = { label: string; value: string };
type Facts = SeenAnswer['page']['order']['facts'];

const NONE = '—';
const ACTIONS: [name: keyof Facts['actions'], label: string][] = [
  ['pay', '付款'],
  ['cancel', '取消訂單'],
  ['return', '申請退貨'],
  ['track', '查詢包裹'],
];

function refundOf({ refund: { state, amount } }: Facts): string {
  if (state === 'none') return NONE;
  return `${state === 'owed' ? '退款處理中' : '已退款'} ${money(amount)}`;
}

function pickupOf({ pickup }: Facts): string {
  if (!pickup) return NONE;
  const { store, deadline } = pickup;
  const place = store ? [store.chain, store.name, store.address].filter(Boolean).join(' ') : '';
  return [place, deadline && `取貨期限 ${shownTime(deadline)}`].filter(Boolean).join('，') || NONE;
}

/** What stood on the buyer's page, as labelled lines. */
export function seenFields({ page: { order, displayStatus, timeline } }: SeenAnswer): Field[] {
  const { facts, recipient } = order;
  return [
    { label: '狀態', value: displayStatus.label },
    { label: '金額', value: `${money(order.total)}（${order.paymentLabel}）` },
    { label: '商品', value: order.items.map(({ nameZh, quantity }) => `${nameZh} × ${quantity}`).join('、') },
    {
      label: '折扣',
      value: order.discount > 0 || order.credit > 0 ? `折扣 ${money(order.discount)}，購物金 ${money(order.credit)}` : NONE,
    },
    { label: '退款', value: refundOf(facts) },
    { label: '包裹', value: facts.parcel ? `${facts.parcel.label}（${shownTime(facts.parcel.at)}）` : NONE },
    { label: '取貨', value: pickupOf(facts) },
    {
      label: '收件人',
      value: [recipient.name, recipient.phone, recipient.email, recipient.address].filter(Boolean).join('，') || '不顯示',
    },
    {
      label: '可以做的事',
      value: ACTIONS.flatMap(([name, label]) => (facts.actions[name].open ? [label] : [])).join('、') || '無',
    },
    ...ACTIONS.flatMap(([name, label]) => {
      const { open, reason } = facts.actions[name];
      return open || !reason ? [] : [{ label: `不能${label}`, value: reason.message }];
    }),
    { label: '進度', value: timeline.map(({ label, at }) => `${label}（${shownTime(at)}）`).join('\n') || NONE },
  ];
}

/** Where another release decided the event, the screen may have been another. Empty where it was the running one. */
export function releaseNote({ decided, running }: SeenAnswer['release']): string {
  if (decided === running) return '';
  const then = decided === null ? '這筆事件沒有記錄當時的程式版本' : `這筆事件由版本 ${decided} 決定`;
  return `${then}，目前的版本是 ${running}，當時的畫面可能不同。`;
}
