import { formatMoney, type ProductCard } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { useAvailable } from '../../lib/stores/member.ts';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProductPrices } from './product-prices.tsx';
import { WishPlace } from './wish-place.tsx';
import { AddButton } from './add-button.tsx';
import { OUT_OF_STOCK } from './messages.ts';

/** A product in a grid: picture, number, name, prices and add button. A product that is not on sale has no page and no link. */
function ProductTile({ product, priority, sizes }: { product: ProductCard; priority: boolean; sizes: string }) {
  const { slug, number, step, nameZh, nameEn, subTitle, summary, images, isHotSale, type, prices, saves, sizes: ml } = product;
  const available = useAvailable(product);
  const [image] = images;
  return (
    <article className={`tile tone-${step}`}>
      <div className="tile-view">
        {image && <Picture image={image} alt="" sizes={sizes} priority={priority} className={available ? '' : 'opacity-60'} />}
        <div className="tile-marks">
          {!available && <Badge look="line">{OUT_OF_STOCK}</Badge>}
          {available && isHotSale && <Badge look="brand">熱銷</Badge>}
          {type === 'SET' && <Badge look="soft">組合</Badge>}
        </div>
        <WishPlace productId={product.productId} nameZh={nameZh} className="absolute end-1 top-1 z-10" />
      </div>
      <div className="tile-text">
        <h3>
          {number && <span className="tile-no">{number}</span>}
          {available ? <Link to={`/product/${slug}`}>{nameZh}</Link> : nameZh}
        </h3>
        <p lang="en" className="tile-en">
          <span>{nameEn}</span>
          {ml[0] && <span className="num whitespace-nowrap"> · {ml[0]} ml</span>}
        </p>
        <p className="tile-sub">{subTitle}</p>
        <p className="tile-more">{summary}</p>
        <p className="tile-price">
          <ProductPrices prices={prices} />
        </p>
        {saves && (
          <p className="saves num">
            比單買省 <span>{formatMoney(saves.ORIGIN)}</span>
            <span>{formatMoney(saves.MEMBER)}</span>
          </p>
        )}
        <AddButton product={product} className="tile-gone" />
      </div>
    </article>
  );
}

/** CSS width of one of two columns on a phone (tile.css). */
const HALF = 'calc(50vw - 1.5rem)';

/** `columns`: on a wide screen. With three, the first tile is larger where the last row would end early (tile.css). */
export const ProductGrid = ({
  products,
  columns = 4,
  priority = 0,
}: {
  products: readonly ProductCard[];
  columns?: 3 | 4;
  priority?: number;
}) => (
  <ul className={columns === 3 ? 'tiles tiles-three' : 'tiles'}>
    {products.map((product, place) => (
      <li key={product.productId}>
        <ProductTile
          product={product}
          priority={place < priority}
          sizes={`(min-width: 43.75rem) ${columns === 4 ? 20 : place === 0 ? 30 : 24}rem, ${HALF}`}
        />
      </li>
    ))}
  </ul>
);
