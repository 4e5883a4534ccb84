import type { ProductCard } from '@nordhaut/contracts';
import { Heart } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMember } from '../../lib/stores/member.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { MemberPrice, Price } from '../../ui/price.tsx';
import { useAdd } from '../cart/use-add.ts';
import { headings } from './messages.ts';
import { setWish } from './wishes.ts';

/** The wished products, the newest first. */
export function WishlistPage({ products }: { products: readonly ProductCard[] }) {
  const wishlist = useMember(({ member }) => member?.wishlist) ?? [];
  const byId = new Map(products.map((product) => [product.productId, product]));
  if (wishlist.length === 0) return <EmptyWishlist />;
  return (
    <>
      <p className="num text-ink-2" role="status">
        共 {wishlist.length} 項商品
      </p>
      <ul className="grid gap-4 min-[70rem]:grid-cols-2">
        {wishlist.toReversed().map((productId) => (
          <Wish key={productId} productId={productId} product={byId.get(productId)} />
        ))}
      </ul>
    </>
  );
}

/** A withdrawn product has no page and no picture, but it stays listed (decisions.md 99). */
function Wish({ productId, product }: { productId: number; product: ProductCard | undefined }) {
  const { busy, add } = useAdd({ jump: false });
  const name = product?.nameZh ?? '已下架商品';
  return (
    <li className="relative grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-3 border border-line bg-surface p-4 wide:grid-cols-[7.5rem_minmax(0,1fr)]">
      <div className="aspect-square overflow-clip rounded-2 bg-sunken">
        {product?.images[0] && (
          <Picture
            image={product.images[0]}
            alt=""
            sizes="7.5rem"
            className={`size-full object-cover ${product.available ? '' : 'opacity-60'}`}
          />
        )}
      </div>
      <div className="grid min-w-0 content-between gap-2">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg leading-snug">
            {product?.available ? (
              <Link to={`/product/${product.slug}`} className="after:absolute after:inset-0 hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          <button
            type="button"
            aria-label={`從願望清單移除：${name}`}
            onClick={() => void setWish(productId, false)}
            className="relative z-10 -me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-full text-danger hover:bg-sunken"
          >
            <Heart size={22} aria-hidden fill="currentColor" />
          </button>
        </div>
        {product && (
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Price amount={product.prices.ORIGIN} className="font-semibold" />
            {product.prices.MEMBER < product.prices.ORIGIN && <MemberPrice amount={product.prices.MEMBER} className="text-sm" />}
          </p>
        )}
        {product?.available ? (
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
    <Heart size={36} aria-hidden className="text-ink-3" />
    <h2 className="text-h3">{headings.emptyWishlist}</h2>
    <p className="text-ink-2">點選商品上的愛心，就能把喜歡的商品收藏在這裡。</p>
    <LinkButton to="/product">逛逛系列商品</LinkButton>
  </div>
);
