import { shownTime } from '@nordhaut/contracts';
import type { Member } from '@nordhaut/accounts';
import type { MemberPreview } from '@nordhaut/contracts/support';
import { birthdayCommands, type Wallet, walletDecider } from '@nordhaut/promotions';
import { messages } from '../messages.ts';
import { walletAfter } from '../member-credit/preview.ts';
import { changesBetween, type Field } from '../orders/state-fields.ts';
import { money } from '../orders/words.ts';

const NONE = '—';
const preview = (before: readonly Field[], after: readonly Field[]): MemberPreview => {
  const effects = changesBetween(before, after);
  return { closed: effects.length === 0 ? messages.nothingToDo : null, effects, needsSecond: false };
};

/** The month alone: the rest is personal, and the month decides about the credit. */
const monthOf = (birthday: string | null | undefined): string => (birthday ? `**** 年 ${Number(birthday.slice(5, 7))} 月 ** 日` : NONE);

function nextCredit({ scheduled }: Wallet): string {
  const next = scheduled.find(({ kind }) => kind === 'BIRTHDAY');
  return next ? `${money(next.amount)}，${shownTime(next.dueAt)} 發放` : NONE;
}

/**
 * Pure: what a corrected birthday changes, also for the credit that follows it. The stored day looks like any other of its month:
 * otherwise previews would tell it to who may not reveal it.
 */
export function birthdayPreview({ before, after }: { before: Member; after: Member }, wallet: Wallet, at: string): MemberPreview {
  const [old, born] = [before.contact?.birthday, after.contact?.birthday];
  if (!born) return { closed: messages.nothingToDo, effects: [], needsSecond: false };
  const setAt = Date.parse(after.birthdaySetAt ?? after.registeredAt);
  const events = birthdayCommands({ month: Number(born.slice(5, 7)), setAt }, wallet, at).flatMap((command) => {
    const decision = walletDecider.decide(command, wallet);
    return decision.ok ? decision.events : [];
  });
  const next = nextCredit(walletAfter(wallet, events, at));
  return preview(
    [
      { label: '生日', value: monthOf(old) },
      { label: '下次生日購物金', value: nextCredit(wallet) },
    ],
    [
      { label: '生日', value: born.replaceAll('-', '/') },
      { label: '下次生日購物金', value: next },
    ],
  );
}

/** Pure: what lifting the block of cash orders changes for the phone number of an order. */
export function cashBlockPreview(counted: { parcels: number; blockedUntil: string | null } | undefined): MemberPreview {
  const { parcels = 0, blockedUntil = null } = counted ?? {};
  const lines = (count: number, until: string | null): Field[] => [
    { label: '計入的未取貨包裹', value: `${count} 件` },
    { label: '貨到付款', value: until ? `暫停至 ${shownTime(until)}` : '可使用' },
  ];
  const lifted = preview(lines(parcels, blockedUntil), lines(0, null));
  return lifted.closed === null ? lifted : { ...lifted, closed: messages.noCashBlock };
}
