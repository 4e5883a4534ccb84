import type { ReactNode } from 'react';

/** Text that is read out when it changes: totals, prices, counts. Must be on the page before it changes. */
export function StatusRegion({ children, className = '', label }: { children: ReactNode; className?: string; label?: string }) {
  return (
    <div role="status" aria-live="polite" aria-atomic="true" aria-label={label} className={className}>
      {children}
    </div>
  );
}
