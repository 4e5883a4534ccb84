import { type OrderAnswer, type ReturnRequest, toE164 } from '@nordhaut/contracts';

/** Who sends the goods back; a member's return form asks for it (spec/2-accounts-and-members §5, "Return form"). */
export type SenderFields = { name: string; phone: string; address: string; zip: string };
export type SenderField = 'name' | 'phone' | 'address';

export const EMPTY_SENDER: SenderFields = { name: '', phone: '', address: '', zip: '' };

export const senderMessages = {
  name: '請填寫退貨人姓名',
  phone: '請填寫退貨人手機號碼',
  phoneFormat: '號碼格式錯誤',
  address: '請填寫退貨地址',
  noZip: '此地址查無對應的郵遞區號，請確認地址是否正確',
} as const;

/** `searching`: the look-up of the postal code has not ended, so its absence is no problem yet. */
export function senderProblems({ name, phone, address, zip }: SenderFields, searching: boolean): Partial<Record<SenderField, string>> {
  const phoneProblem = phone.trim() === '' ? senderMessages.phone : toE164('+886', phone) ? undefined : senderMessages.phoneFormat;
  const addressProblem = address.trim() === '' ? senderMessages.address : zip === '' && !searching ? senderMessages.noZip : undefined;
  return {
    ...(name.trim() === '' && { name: senderMessages.name }),
    ...(phoneProblem && { phone: phoneProblem }),
    ...(addressProblem && { address: addressProblem }),
  };
}

/** The recipient of a parcel to the door, who may also be the sender of its return. */
export function senderOf({ recipient, delivery }: OrderAnswer['order']): SenderFields | undefined {
  if (delivery.type !== 'HOME' || recipient.address === '') return undefined;
  const [, zip = '', address = recipient.address] = /^(\d{3,6})\s*(.+)$/.exec(recipient.address) ?? [];
  return { name: recipient.name, phone: recipient.phone, address, zip };
}

export const senderRequest = ({ name, phone, address, zip }: SenderFields): Partial<ReturnRequest> => ({
  SenderName: name.trim(),
  SenderCellPhone: phone.trim(),
  SenderAddress: address.trim(),
  SenderZipCode: zip,
});
