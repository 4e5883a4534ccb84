import { ASSERTIVE_REGION, POLITE_REGION } from '../lib/announce.ts';

/** The page's two live regions; `announce()` writes into them. */
export function LiveRegions() {
  return (
    <>
      <div id={POLITE_REGION} role="status" aria-live="polite" className="sr-only" />
      <div id={ASSERTIVE_REGION} role="alert" aria-live="assertive" className="sr-only" />
    </>
  );
}
