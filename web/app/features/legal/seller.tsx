import { useShop } from '../../lib/shop.ts';
import type { ShopInfo } from '../../lib/web-context.ts';

/** Who sells and collects data (Consumer Protection Act §18, Personal Data Protection Act §8). */
export function SellerFacts({ name, representative, taxId, address }: NonNullable<ShopInfo['seller']>) {
  const { phone, email } = useShop();
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
