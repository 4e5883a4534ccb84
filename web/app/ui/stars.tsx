/** A rating of 0 to 5 as stars with a text for screen readers. */
export function Stars({ value, className = '' }: { value: number; className?: string }) {
  return (
    <span className={`relative inline-block leading-none tracking-normal whitespace-nowrap ${className}`}>
      <span className="sr-only">{value.toFixed(Number.isInteger(value) ? 0 : 2)} 顆星</span>
      <span aria-hidden className="empty-stars">
        ★★★★★
      </span>
      <span aria-hidden className="absolute inset-y-0 start-0 overflow-hidden text-amber" style={{ width: `${(value / 5) * 100}%` }}>
        ★★★★★
      </span>
    </span>
  );
}
