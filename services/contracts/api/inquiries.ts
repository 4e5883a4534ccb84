import * as z from 'zod/mini';
import { formMessages } from '../rules/form-messages.ts';
import { withoutInvisible } from '../rules/recipient.ts';

/** Bounds of the inquiry form; the page's fields have the same. */
export const INQUIRY_LIMITS = { company: 80, person: 40, contact: 100, wish: 1_000, quantity: 100_000 } as const;
/** days for which an inquiry is kept (decisions.md 84) */
export const INQUIRY_DAYS = 180;

const text = (most: number) => z.string().check(z.overwrite(withoutInvisible), z.trim(), z.minLength(1), z.maxLength(most));

/** A company asks for gifts. `contact`: an e-mail address or a phone number. */
export const InquiryRequest = z.strictObject({
  company: text(INQUIRY_LIMITS.company),
  person: text(INQUIRY_LIMITS.person),
  contact: z.string().check(
    z.overwrite(withoutInvisible),
    z.trim(),
    // It ends the checks: with a text of many dots, the next one would keep the process busy for seconds.
    z.maxLength(INQUIRY_LIMITS.contact, { abort: true }),
    z.refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) || /^\+?[\d ()#-]{7,25}$/.test(value), {
      error: formMessages.inquiryContact,
    }),
  ),
  quantity: z.int().check(z.minimum(1), z.maximum(INQUIRY_LIMITS.quantity)),
  wish: z.string().check(z.trim(), z.maxLength(INQUIRY_LIMITS.wish)),
});
export type InquiryRequest = z.infer<typeof InquiryRequest>;
export const InquiryAnswer = z.object({ state: z.literal(200) });
