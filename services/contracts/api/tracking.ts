import * as z from 'zod/mini';
import { CONSENT_VERSION, REPORTED_PATH_MAX } from '../rules/consent.ts';
import { PAGE_EVENTS, type PageEventName, PurchaseEvent } from '../tracking/events.ts';

/** A decision: one answer for each purpose. Nothing is presumed, so all three are required. */
export const ConsentRequest = z.strictObject({ analysis: z.boolean(), advertising: z.boolean(), crm: z.boolean() });
export type ConsentRequest = z.infer<typeof ConsentRequest>;

/** `decided`: whether this browser has decided. `signal`: it sends Sec-GPC, which counts as a refusal whatever was chosen. */
export const ConsentAnswer = z.object({
  version: z.literal(CONSENT_VERSION),
  decided: z.boolean(),
  signal: z.boolean(),
  given: ConsentRequest,
});
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

const Box = z.optional(z.literal('on'));
/** A form of the pages: one answer for all purposes, or `some` with a box for each. It works without script. */
export const ConsentForm = z.strictObject({ choice: z.enum(['all', 'none', 'some']), analysis: Box, advertising: Box, crm: Box });
export type ConsentForm = z.infer<typeof ConsentForm>;

const report = <Name extends PageEventName>(name: Name) =>
  z.object({
    event_name: z.literal(name),
    event_id: z.uuid(),
    custom_data: PAGE_EVENTS[name],
    /** own path without query; missing: the home page's */
    path: z._default(z.string().check(z.maxLength(REPORTED_PATH_MAX), z.regex(/^\/[^?#\s]*$/)), '/'),
  });

/**
 * What a page reports (spec/3-purchase-flow §7). The server sets time, address, agent and person itself, so it ignores the specification's
 * other fields. It takes no purchase from a browser (decisions.md 83).
 */
export const ReportEventsRequest = z.strictObject({
  data: z
    .array(
      z.discriminatedUnion('event_name', [
        report('view_item_list'),
        report('view_item'),
        report('select_promotion'),
        report('add_to_cart'),
        report('add_to_wishlist'),
        report('view_cart'),
        report('InitiateCheckout'),
        report('begin_checkout'),
        report('add_shipping_info'),
        report('add_payment_info'),
        report('sign_up'),
        report('login'),
        report('article_view'),
        report('ViewContent'),
      ]),
    )
    .check(z.minLength(1), z.maxLength(20)),
});
export type ReportEventsRequest = z.infer<typeof ReportEventsRequest>;
/** `accepted`: how many events the consent allows; the reports themselves are sent later */
export const ReportEventsAnswer = z.object({ state: z.literal(200), accepted: z.int() });

/** The cart of the signed-in member for the CRM. The specification's `member key` from the browser is not used. */
export const ReportCartRequest = z.object({});
export const ReportCartAnswer = z.object({ state: z.literal(200), accepted: z.boolean() });

/** null: this browser agreed to nothing, or bought nothing in the last hour */
export const LastPurchaseAnswer = z.object({ purchase: z.nullable(PurchaseEvent) });
