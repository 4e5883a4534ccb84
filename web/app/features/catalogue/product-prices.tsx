import { formatMoney } from '@nordhaut/contracts';
import { useMember } from '../../lib/stores/member.ts';
import { Price } from '../../ui/price.tsx';

/** The member's price leads while the document has this mark. A script of the page sets it before the first paint. */
function mark({ status }: ReturnType<typeof useMember.getState>): void {
  if (status !== 'unknown') document.documentElement.toggleAttribute('data-member', status === 'member');
}
mark(useMember.getState());
useMember.subscribe(mark);

/** NT$; what the visitor pays for one piece: members the price MEMBER, everybody else ORIGIN (decisions.md 38). */
export const useOwnPrice = ({ ORIGIN, MEMBER }: { ORIGIN: number; MEMBER: number }): number =>
  useMember(({ status }) => (status === 'member' ? MEMBER : ORIGIN));

type ProductPricesProps = { prices: { ORIGIN: number; MEMBER: number }; className?: string };

/** The visitor's own price alone, where there is no room for both. */
export const OwnPrice = ({ prices: { ORIGIN, MEMBER } }: Pick<ProductPricesProps, 'prices'>) => (
  <span className="own-price num">
    <span>{formatMoney(ORIGIN)}</span>
    <span>{formatMoney(MEMBER)}</span>
  </span>
);

/**
 * Both prices of a product. The visitor's own one leads: a guest pays the first, and a member the second, where the first is
 * struck through. The HTML is the same for all, and the stylesheet decides by the mark of a member (`.prices`).
 */
export function ProductPrices({ prices: { ORIGIN, MEMBER }, className = '' }: ProductPricesProps) {
  if (MEMBER >= ORIGIN) return <Price amount={ORIGIN} className={`font-serif font-semibold tracking-normal ${className}`} />;
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
