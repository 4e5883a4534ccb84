import type { DecodedEvent } from '@nordhaut/platform/envelope';

type Contact = { email?: unknown; phone?: unknown; phoneE164?: unknown };

/** The e-mail addresses and phone numbers in the contact data of a person's events: of the member, and of each order's recipient. */
export function contactsIn(events: readonly Pick<DecodedEvent, 'personal'>[]): string[] {
  const found = events.flatMap(({ personal }) => {
    const contact = (personal?.['contact'] ?? {}) as Contact & { recipient?: Contact };
    return [contact, contact.recipient ?? {}].flatMap(({ email, phone, phoneE164 }) => [email, phone, phoneE164]);
  });
  return [...new Set(found.filter((one): one is string => typeof one === 'string' && one !== ''))];
}
