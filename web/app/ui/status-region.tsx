import type { ReactNode } from 'react';

/** Text that screen readers announce when it changes: totals, prices, counts. Render it before the first change. */
export function StatusRegion({ children, className = '', label }: { children: ReactNode; className?: string; label?: string }) {
  return (
    <div role="status" aria-live="polite" aria-atomic="true" aria-label={label} className={className}>
      {children}
    </div>
  );
}
