/** A grey shape in place of loading content. It appears after 300 ms, so that quick answers do not flicker. Hidden without script. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div aria-hidden className={`skeleton appear-late rounded-2 bg-sunken ${className}`} />;
}

/** A block that loads: announces it and shows the given shapes. */
export function Loading({ label = '載入中', lines = 3, children }: { label?: string; lines?: number; children?: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children ?? (
        <div className="grid gap-3">
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} className={`h-5 ${line === lines - 1 ? 'w-2/3' : 'w-full'}`} />
          ))}
        </div>
      )}
    </div>
  );
}
