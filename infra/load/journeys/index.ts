import type { Stock } from '../lib/stock.ts';
import type { JourneyName } from '../profiles.ts';
import { browse } from './browse.ts';
import { guestCard } from './guest-card.ts';
import { guestCod } from './guest-cod.ts';
import { memberCod } from './member-cod.ts';
import { memberList } from './member-list.ts';
import { lookUpAndFollow } from './look-up.ts';

/** The steps of a shopper. @throws JourneyFailed if the shop fails */
export type Journey = (stock: Stock) => Promise<void>;

export const journeys: Readonly<Record<JourneyName, Journey>> = {
  'guest-cod': guestCod,
  'guest-card': guestCard,
  'look-up': lookUpAndFollow,
  browse,
  'member-cod': memberCod,
  'member-list': memberList,
};
