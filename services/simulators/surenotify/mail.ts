import { isRecord, isText } from '../http.ts';

/** An e-mail that the simulated SureNotify accepted for one recipient. */
export type Mail = {
  /** of the recipient's copy */
  id: string;
  messageId: string;
  /** ms */
  at: number;
  from: string;
  to: { name: string; address: string };
  subject: string;
  /** HTML with the variables put in */
  content: string;
  /** the address in `failure`: why it was refused */
  failure?: string;
};

export type Recipient = { name: string; address: string; variables: Record<string, string> };
export type Message = { subject: string; fromAddress: string; fromName: string; content: string; recipients: Recipient[] };

const MAX_RECIPIENTS = 100;
const MAX_VARIABLE = 100;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

type Fields = Record<string, unknown>;

/** The message of `POST /v1/messages` (providers §7), or why it is refused as a whole. */
export function readMessage(body: Fields): Message | string {
  const { subject, fromAddress, fromName, content, recipients } = body;
  if (!isText(subject) || !isText(fromAddress) || !isText(content)) return 'subject, fromAddress and content are required';
  if (!Array.isArray(recipients) || recipients.length === 0) return 'recipients are required';
  if (recipients.length > MAX_RECIPIENTS) return `recipients should be at most ${MAX_RECIPIENTS}`;
  const read: Recipient[] = [];
  for (const recipient of recipients as unknown[]) {
    if (!isRecord(recipient) || !isText(recipient.name) || !isText(recipient.address))
      return 'name and address of a recipient are required';
    const variables = isRecord(recipient.variables) ? recipient.variables : {};
    if (!Object.keys(variables).every((name) => VARIABLE_NAME.test(name))) return 'invalid variable name';
    read.push({ name: recipient.name, address: recipient.address, variables: textsOf(variables) });
  }
  return { subject, fromAddress, fromName: isText(fromName) ? fromName : (fromAddress.split('@')[0] as string), content, recipients: read };
}

const textsOf = (variables: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, isText(value) || typeof value === 'number' ? String(value) : '']),
  );

/** Why the provider does not send to this recipient; the reasons of providers §7, and every address at `bounce.example`. */
export function failureOf({ address, variables }: Recipient): string | undefined {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return 'Invalid: address is not a valid email format';
  if (Object.values(variables).some((value) => value.length > MAX_VARIABLE))
    return `Invalid: the value of recipient variables should under ${MAX_VARIABLE} characters`;
  return address.endsWith('@bounce.example') ? 'Invalid: address bounced' : undefined;
}

/** Puts the variables in the place of `{{name}}`. */
export const filled = (text: string, variables: Record<string, string>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (Object.hasOwn(variables, name) ? (variables[name] as string) : whole));
