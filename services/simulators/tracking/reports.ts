/** A request that a simulated provider of reports took, as `GET /control/reports` shows it. */
export type TakenReport = {
  provider: 'meta' | 'ga' | 'crm';
  /** the id by which the provider counts a report once */
  id: string;
  name: string;
  /** ms */
  at: number;
  /** how often the request came; more than 1 after a repeat */
  times: number;
  /** the event as it came */
  content: unknown;
  /** what `/debug/mp/collect` says of it; GA4 alone takes what is wrong */
  problems: readonly string[];
};
