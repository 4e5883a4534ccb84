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

type ProductPricesProps = { prices: { ORIGIN: number; MEMBER: number }; className?: string };

/**
 * Both prices of a product. The visitor's own one leads: a guest pays the first, and a member the second, where the first is
 * struck through. The HTML is the same for all, and the stylesheet decides by the mark of a member (`.prices`).
 */
export function ProductPrices({ prices: { ORIGIN, MEMBER }, className = '' }: ProductPricesProps) {
  if (MEMBER >= ORIGIN) return <Price amount={ORIGIN} className={`font-semibold ${className}`} />;
  return (
    <span className={`prices num ${className}`}>
      <span>
        <span className="sr-only">原價 </span>
        {formatMoney(ORIGIN)}
      </span>{' '}
      <span>
        <small>會員價</small> <span>{formatMoney(MEMBER)}</span>
      </span>
    </span>
  );
}
