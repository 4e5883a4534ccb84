/** The shop's own name and how to reach it, from configuration (decisions.md #25). */
export type ShopInfo = { brand: string; email: string; phone: string; hours: string };

/** What a loader gets from the server that runs it. */
export type WebContext = {
  /** Calls the shop's own API inside the process. `path` begins with `/api/`; no cookie travels along. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Origin of the shop as visitors see it, without a slash at the end. */
  publicUrl: string;
  shop: ShopInfo;
  /** Origins beyond the shop's own that pages may use: card SDK, bank page, store map. */
  csp: CspSources;
};

export type CspSources = { script: readonly string[]; connect: readonly string[]; frame: readonly string[]; formAction: readonly string[] };
