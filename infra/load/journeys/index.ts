import type { Stock } from '../lib/stock.ts';
import type { JourneyName } from '../profiles.ts';
import { browse } from './browse.ts';
import { guestCard } from './guest-card.ts';
import { guestCod } from './guest-cod.ts';
import { lookUpAndFollow } from './look-up.ts';

/** What a shopper does, from arrival to leaving. @throws JourneyFailed where the shop does not do its part */
export type Journey = (stock: Stock) => Promise<void>;

export const journeys: Readonly<Record<JourneyName, Journey>> = {
  'guest-cod': guestCod,
  'guest-card': guestCard,
  'look-up': lookUpAndFollow,
  browse,
};
