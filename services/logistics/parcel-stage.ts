import type { DeliverySubtype, ParcelStage } from '@nordhaut/contracts';
import type { ParcelGroup } from './status-data/row.ts';
import { statusOf } from './status-codes.ts';

const STAGES: Record<ParcelGroup, ParcelStage> = {
  processing: 'preparing',
  shipped: 'shipped',
  'at-sender-store': 'shipped',
  'in-transit': 'in-transit',
  'store-problem': 'problem',
  'store-changed': 'in-transit',
  exception: 'problem',
  'preparing-delivery': 'delivering',
  delivering: 'delivering',
  'delivery-attempted': 'delivering',
  correction: 'in-transit',
  'at-pickup-store': 'at-store',
  collected: 'delivered',
  delivered: 'delivered',
  completed: 'delivered',
  returning: 'returning',
  returned: 'returning',
  'return-unclaimed': 'returning',
  'taken-back': 'returning',
  'customer-return': 'customer-return',
  expired: 'cancelled',
  cancelled: 'cancelled',
  unknown: 'unknown',
};

/** The stage of a parcel with this code, in the vocabulary of the pages. */
export const stageOf = (subtype: DeliverySubtype, code: string): ParcelStage => STAGES[statusOf(subtype, code).group];
