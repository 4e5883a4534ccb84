/** Paths that the carrier's server and the carrier's map call. */
export const PATHS = {
  status: '/api/ecpay/logistics-reply',
  storeChange: '/api/ecpay/store-change',
  mapBack: '/api/map-back/',
  mapBackGroup: '/api/map-back-group/',
} as const;

/** The addresses for `createEcpay`. `publicUrl`: without a trailing slash */
export const replyUrls = (publicUrl: string): { status: string; storeChange: string } => ({
  status: publicUrl + PATHS.status,
  storeChange: publicUrl + PATHS.storeChange,
});
