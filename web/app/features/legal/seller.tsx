import { useShop } from '../../lib/shop.ts';

/** Who sells and collects data (Consumer Protection Act §18, Personal Data Protection Act §8). Nothing where no setting names the seller. */
export function SellerFacts() {
  const { seller, phone, email } = useShop();
  if (!seller) return null;
  const { name, representative, taxId, address } = seller;
  const facts = [
    ['名稱', name],
    ['代表人', representative],
    ['統一編號', taxId],
    ['營業所', address],
    ['電話', phone],
    ['電子郵件', email],
  ];
  return (
    <dl className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-ink-2">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
