import type { ClosedDays } from '@nordhaut/contracts';

/** The shop's name and contact data, from configuration (decisions.md #25, 110). */
export type ShopInfo = {
  brand: string;
  email: string;
  phone: string;
  /** of the phone */
  hours: string;
  businessEmail: string;
  procurementEmail: string;
  helpHours: string;
  chatHours: string;
  /** https addresses; empty: no link */
  chatUrl: string;
  facebookUrl: string;
  instagramUrl: string;
  /** the company that sells; null: no setting names it */
  seller: { name: string; representative: string; taxId: string; address: string } | null;
};

/** The context that the server gives to the loaders. */
export type WebContext = {
  /** Calls the shop's API inside the process. `path` begins with `/api/`; the call has no cookie. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Public origin of the shop, without a trailing slash. */
  publicUrl: string;
  shop: ShopInfo;
  closedDays: ClosedDays;
  /** Other origins that pages may use: card SDK, bank page, store map. */
  csp: CspSources;
};

export type CspSources = { script: readonly string[]; connect: readonly string[]; frame: readonly string[]; formAction: readonly string[] };
