import { groupsOf } from './outcome.ts';

/** An order number in groups of four, which the browser does not translate. The gaps are only layout: a copied selection has no spaces. */
export function OrderNumber({ orderNo, className = '' }: { orderNo: string; className?: string }) {
  return (
    <span translate="no" className={`num ${className}`}>
      {groupsOf(orderNo).map((group, place) => (
        <span key={place} className="inline-block not-last:me-[0.35em]">
          {group}
        </span>
      ))}
    </span>
  );
}
