import { groupsOf } from './outcome.ts';

/** An order number in groups of four. The gaps are only layout: a copied selection has no spaces. */
export function OrderNumber({ orderNo, className = '' }: { orderNo: string; className?: string }) {
  return (
    <span className={`num ${className}`}>
      {groupsOf(orderNo).map((group, place) => (
        <span key={place} className="inline-block not-last:me-[0.35em]">
          {group}
        </span>
      ))}
    </span>
  );
}
