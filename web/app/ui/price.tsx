import { formatMoney } from '@nordhaut/contracts';

/** NT$ in tabular figures. `was`: a former price, struck through and labelled. */
export function Price({ amount, was, className = '' }: { amount: number; was?: number; className?: string }) {
  return (
    <span className={`num whitespace-nowrap ${className}`}>
      {was !== undefined && was > amount && (
        <del className="me-2 text-ink-3">
          <span className="sr-only">原價 </span>
          {formatMoney(was)}
        </del>
      )}
      {formatMoney(amount)}
    </span>
  );
}
