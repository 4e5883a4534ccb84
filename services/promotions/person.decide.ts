import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import { evolve, type PersonEvent, type PersonUses } from './person.ts';

export type TakeUse = { type: 'TakeUse'; at: string; couponId: string; orderNo: string };
export type ReturnUse = { type: 'ReturnUse'; at: string; couponId: string; orderNo: string };
export type PersonCommand = TakeUse | ReturnUse;

function decide({ type, ...data }: PersonCommand, uses: PersonUses): Decision<PersonEvent> {
  const ofCoupon = uses.filter(({ couponId }) => couponId === data.couponId);
  const own = ofCoupon.find(({ orderNo }) => orderNo === data.orderNo);
  if (type === 'ReturnUse') return own?.returned ? accept() : accept<PersonEvent>({ type: 'PersonUseReturned', data });
  if (own) return own.returned ? reject(409, 'CHECKOUT_FAILED', messages.orderEnded) : accept();
  if (ofCoupon.some(({ returned }) => !returned)) return reject(502, 'COUPON_USED_UP', messages.couponUsedUp);
  return accept<PersonEvent>({ type: 'PersonUseTaken', data });
}

export const personDecider: Decider<PersonUses, PersonCommand, PersonEvent> = { initial: [], decide, evolve };
