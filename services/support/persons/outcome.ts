import { dayOf } from '@nordhaut/contracts';
import type { PersonOutcome } from '@nordhaut/contracts/support';
import type { ForgettingAnswer, Kept, Left } from '@nordhaut/platform/forgetting';
import { listed, PURPOSES, WAITS } from '../orders/words.ts';

const WHY: Record<Kept['why'], string> = { TAX_LAW: '依稅法保存', OWN_TERM: '依保存期限保存', ACCOUNT: '保存至會員帳號終止' };
const keptLine = ({ purpose, until, why }: Kept): string =>
  `${PURPOSES[purpose] ?? purpose}：${WHY[why]}${until === null ? '' : `至 ${dayOf(until)}`}`;

/** Pure: what forgetting a person did or would do, for reading. @param who order number or the member's public id */
export function outcomeOf(who: string, answer: ForgettingAnswer | undefined, left: readonly Left[] = []): PersonOutcome {
  const outcome = withoutLeft(who, answer);
  return { ...outcome, kept: [...outcome.kept, ...left.map(({ title, until }) => `${title}：保存至 ${dayOf(until)}`)] };
}

function withoutLeft(who: string, answer: ForgettingAnswer | undefined): PersonOutcome {
  const nothing = { who, dueBy: null, waits: [], kept: [] };
  switch (answer?.kind) {
    case undefined:
      return { ...nothing, kind: 'unknown' };
    case 'forgotten':
      return { ...nothing, kind: 'forgotten', kept: answer.data.kept.map(keptLine) };
    case 'waits': {
      const { purposes, waits, dueBy, kept } = answer;
      return {
        who,
        kind: 'waits',
        dueBy,
        waits: waits.map(({ why, until }) => `${listed([why], WAITS)}${until === null ? '' : `（至 ${dayOf(until)}）`}`),
        kept: kept.filter(({ purpose }) => !purposes.includes(purpose)).map(keptLine),
      };
    }
    case 'kept':
      return { ...nothing, kind: 'kept', kept: answer.kept.map(keptLine) };
    case 'nothing-left':
      return { ...nothing, kind: 'nothing-left' };
  }
}

/** Whether the shop has nothing left to do for these. */
export const isDone = (outcomes: readonly Pick<PersonOutcome, 'kind'>[]): boolean => outcomes.every(({ kind }) => kind !== 'waits');
export const isRefused = (outcomes: readonly Pick<PersonOutcome, 'kind'>[]): boolean =>
  outcomes.length > 0 && outcomes.every(({ kind }) => kind === 'kept');
