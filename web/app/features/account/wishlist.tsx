import type { WishlistItem } from '@nordhaut/contracts';
import { Heart } from 'lucide';
import { Link } from 'react-router-dom';
import { focusHeading } from '../../lib/focus.ts';
import { useMember } from '../../lib/stores/member.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProductPrices } from '../catalogue/product-prices.tsx';
import { useAdd } from '../cart/use-add.ts';
import { headings } from './messages.ts';
import { setWish } from './wishes.ts';

/** The wished products, the newest first, without the ones that were removed since the list was loaded. */
export function WishlistPage({ items }: { items: readonly WishlistItem[] }) {
  const wishlist = useMember(({ member }) => member?.wishlist);
  const wished = items.filter(({ productId }) => wishlist?.includes(productId));
  if (wished.length === 0) return <EmptyWishlist />;
  return (
    <>
      <p className="num text-ink-2" role="status">
        共 {wished.length} 項商品
      </p>
      <ul className="grid gap-4 min-[70rem]:grid-cols-2">
        {wished.map((item) => (
          <Wish key={item.productId} item={item} />
        ))}
      </ul>
    </>
  );
}

/** A withdrawn product has no page and no picture, but it stays listed (decisions.md 99). */
function Wish({ item: { productId, nameZh, slug, image, price, available, linked } }: { item: WishlistItem }) {
  const { busy, add } = useAdd({ jump: false });
  const name = nameZh || '已下架商品';
  return (
    <li className="relative grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-3 border border-line bg-surface p-4 wide:grid-cols-[7.5rem_minmax(0,1fr)]">
      <div className="aspect-square overflow-clip rounded-2 bg-sunken">
        {image && <Picture image={image} alt="" sizes="7.5rem" className={`size-full object-cover ${available ? '' : 'opacity-60'}`} />}
      </div>
      <div className="grid min-w-0 content-between gap-2">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg leading-snug">
            {linked ? (
              <Link to={`/product/${slug}`} className="after:absolute after:inset-0 hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          <button
            type="button"
            aria-label={`從願望清單移除：${name}`}
            onClick={() => {
              // The button goes with the wish.
              focusHeading();
              void setWish(productId, false);
            }}
            className="relative z-10 -me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-full text-danger hover:bg-sunken"
          >
            <Icon of={Heart} size={22} fill="currentColor" />
          </button>
        </div>
        {price.origin > 0 && (
          <p>
            <ProductPrices prices={{ ORIGIN: price.origin, MEMBER: price.member }} />
          </p>
        )}
        {available ? (
          <Button
            look="line"
            busy={busy}
            busyText="加入中…"
            aria-label={`加入購物車：${name}`}
            className="relative z-10 justify-self-start px-4"
            onClick={() => void add({ productId, nameZh: name, tier: 'MEMBER' })}
          >
            加入購物車
          </Button>
        ) : (
          <p className="justify-self-start rounded-2 border border-line bg-sunken px-4 py-2.5 text-sm text-ink-2">商品缺貨中</p>
        )}
      </div>
    </li>
  );
}

const EmptyWishlist = () => (
  <div className="grid justify-items-center gap-4 rounded-3 border border-line bg-surface px-6 py-12 text-center">
    <Icon of={Heart} size={36} className="text-ink-3" />
    <h2 className="text-h3">{headings.emptyWishlist}</h2>
    <p className="text-ink-2">點選商品上的愛心，就能把喜歡的商品收藏在這裡。</p>
    <LinkButton to="/product">逛逛系列商品</LinkButton>
  </div>
);
