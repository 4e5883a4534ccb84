import { accountPhone, type ErrorCode, type ReturnRequest, toNationalPhone } from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';
import { messages } from './messages.ts';
import type { ReturnSender } from './order-events.ts';

const no = (code: ErrorCode, message: string): never => refuse(400, code, message);

/**
 * Who sends the goods back (spec/2-accounts-and-members §5, "Return form"). A member's form names the sender. The form of the
 * look-up has the reason only, also for a member who opens an order there, and then the recipient sends the goods. The postal code
 * follows from the address.
 * @throws Rejected 400 with the code of the first fault
 */
export async function readSender(
  form: ReturnRequest,
  { byOwner, zipOf }: { byOwner: boolean; zipOf: (address: string) => Promise<string> },
): Promise<ReturnSender | null> {
  const parts = [form.SenderName, form.SenderCellPhone, form.SenderAddress];
  if (parts.every((part) => part === undefined)) return null;
  const [name = '', typed = '', address = ''] = parts.map((one) => one?.trim());
  if (!byOwner) return name === '' ? null : { name, phone: typed, address, zip: form.SenderZipCode ?? '' };
  if (name === '') return no('RETURN_SENDER_NAME_REQUIRED', messages.returnSenderName);
  if (typed === '') return no('RETURN_SENDER_PHONE_REQUIRED', messages.returnSenderPhone);
  const phone = accountPhone(typed) ?? no('PHONE_INVALID', messages.returnPhone);
  if (address === '') return no('RETURN_SENDER_ADDRESS_REQUIRED', messages.returnSenderAddress);
  if (form.returnComment.trim() === '') return no('RETURN_REASON_REQUIRED', messages.returnReason);
  const zip = await zipOf(address);
  if (zip === '') return no('RETURN_ZIP_UNKNOWN', messages.returnZipUnknown);
  return { name, phone: toNationalPhone(phone), address, zip };
}
