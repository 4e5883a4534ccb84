import { bareEmail, formMessages, isEmail } from '@nordhaut/contracts';
import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import type { OrderEvent } from './order-events.ts';
import type { Order } from './order-state.ts';
import { noted } from './return.decide.ts';

/** `note`: why support corrects it. */
export type CorrectContactEmail = { type: 'CorrectContactEmail'; at: string; email: string; note: string };

/**
 * Only mails follow the new address. After it, no e-mail address gives a member the order: not the old one, which is somebody else's, and
 * not the new one, because somebody may have deceived support. It is allowed in every state, because support can send a mail again at
 * any time.
 */
export function correctContactEmail({ at, email: typed, note }: CorrectContactEmail, order: Order): Decision<OrderEvent> {
  const { contact } = order.personal;
  // Without its key the address would be lost.
  if (order.forgotten?.contact || !contact) return reject(409, 'BUYER_FORGOTTEN', messages.emailForgotten);
  const email = bareEmail(typed);
  if (!isEmail(email)) return reject(400, 'EMAIL_INVALID', formMessages.email);
  // Upper and lower case are one mailbox everywhere in the shop.
  if (email.toLowerCase() === contact.recipient.email.toLowerCase()) return reject(409, 'EMAIL_SAME', messages.emailSame);
  return accept<OrderEvent>({
    type: 'ContactEmailCorrected',
    data: { at },
    subject: order.subject,
    personal: { contact: { email }, ...noted(order, note).personal },
  });
}
