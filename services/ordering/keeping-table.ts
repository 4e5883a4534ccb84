import type { OrderingSettings } from './config.ts';

/** How long the shop keeps the data of an order that is over (decisions.md 85). */
export type KeepingTable = { contactDays: number; supportDays: number; invoiceYears: number };

export const keepingTable = (settings: OrderingSettings): KeepingTable => ({
  contactDays: settings.KEEP_CONTACT_DAYS,
  supportDays: settings.KEEP_SUPPORT_DAYS,
  invoiceYears: settings.KEEP_INVOICE_YEARS,
});
