import type { ProductCard } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { useAvailable } from '../../lib/stores/member.ts';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProductPrices } from './product-prices.tsx';
import { WishPlace } from './wish-place.tsx';
import { AddButton } from './add-button.tsx';
import { OUT_OF_STOCK } from './messages.ts';

type Props = { product: ProductCard; priority?: boolean; sizes?: string; level?: 2 | 3 };

/** A product in a grid: picture, name, prices and add button. A product that is not on sale has no page and no link. */
function ProductTile({ product, priority = false, sizes = '(min-width: 56.25rem) 20rem, 50vw', level = 3 }: Props) {
  const { slug, nameZh, nameEn, subTitle, images, isHotSale, type, prices, sizes: ml } = product;
  const available = useAvailable(product);
  const Heading = `h${level}` as const;
  const [image] = images;
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative overflow-clip rounded-2 bg-sunken">
        {image && (
          <Picture
            image={image}
            alt=""
            sizes={sizes}
            priority={priority}
            className={`aspect-square w-full object-cover ${available ? '' : 'opacity-60'}`}
          />
        )}
        <div className="absolute start-2 top-2 flex gap-1">
          {!available && <Badge look="line">{OUT_OF_STOCK}</Badge>}
          {available && isHotSale && <Badge look="brand">熱銷</Badge>}
          {type === 'SET' && <Badge look="soft">組合</Badge>}
        </div>
        <WishPlace productId={product.productId} nameZh={nameZh} className="absolute end-1 top-1 z-10" />
      </div>
      <div className="flex flex-1 flex-col pt-3">
        <Heading className="text-lg leading-snug desk:text-xl">
          {available ? (
            <Link to={`/product/${slug}`} className="after:absolute after:inset-x-0 after:top-0 after:aspect-square hover:underline">
              {nameZh}
            </Link>
          ) : (
            nameZh
          )}
        </Heading>
        <p lang="en" className="mt-0.5 text-xs tracking-widest text-ink-3">
          <span className="uppercase">{nameEn}</span>
          {ml[0] !== undefined && <span className="num whitespace-nowrap"> · {ml[0]} ml</span>}
        </p>
        <p className="mt-1.5 text-sm leading-relaxed text-ink-2">{subTitle}</p>
        <p className="mt-auto pt-3">
          <ProductPrices prices={prices} className="text-lg" />
        </p>
        <AddButton product={product} className="mt-3 w-full" />
      </div>
    </article>
  );
}

export function ProductGrid({
  products,
  columns = 4,
  priority = 0,
}: {
  products: readonly ProductCard[];
  columns?: 3 | 4;
  priority?: number;
}) {
  return (
    <ul
      className={`grid grid-cols-2 gap-x-4 gap-y-10 desk:gap-x-6 ${columns === 4 ? 'desk:grid-cols-4' : 'desk:grid-cols-3 [&>li:first-child]:col-span-2 desk:[&>li:first-child]:col-span-1'}`}
    >
      {products.map((product, place) => (
        <li key={product.productId}>
          <ProductTile product={product} priority={place < priority} />
        </li>
      ))}
    </ul>
  );
}
