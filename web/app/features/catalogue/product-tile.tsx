import { formatMoney, type ProductCard } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { useAvailable } from '../../lib/stores/member.ts';
import { Clauses } from '../../ui/clauses.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProductPrices } from './product-prices.tsx';
import { WishPlace } from './wish-place.tsx';
import { AddButton } from './add-button.tsx';
import { OUT_OF_STOCK } from './messages.ts';
import { RowStill } from './row-still.tsx';

/** A product in a grid: plate, number, name, prices and add button. A product that is not on sale has no page and no link. */
function ProductTile({ product, priority, sizes }: { product: ProductCard; priority: boolean; sizes: string }) {
  const { slug, number, nameZh, nameEn, subTitle, images, isHotSale, prices, saves, sizes: ml } = product;
  const available = useAvailable(product);
  const [image] = images;
  return (
    <article className="tile">
      <div className="tile-view">
        {image && <Picture image={image} alt="" sizes={sizes} priority={priority} className={available ? '' : 'opacity-50'} />}
        {(!available || isHotSale) && <p className="tile-marks">{available ? '熱銷' : OUT_OF_STOCK}</p>}
        <WishPlace productId={product.productId} nameZh={nameZh} className="absolute end-1 top-1 z-10" />
      </div>
      <h3>
        {number && <span className="tile-no">{number}</span>}
        {available ? <Link to={`/product/${slug}`}>{nameZh}</Link> : nameZh}
      </h3>
      <p lang="en" className="tile-en">
        <span>{nameEn}</span>
        {ml[0] && <span className="num whitespace-nowrap"> · {ml[0]} ml</span>}
      </p>
      <p className="tile-sub">
        <Clauses of={subTitle} />
      </p>
      <p className="tile-price">
        <ProductPrices prices={prices} />
        {saves && (
          <span className="saves num">
            比單買省 <span>{formatMoney(saves.ORIGIN)}</span>
            <span>{formatMoney(saves.MEMBER)}</span>
          </span>
        )}
      </p>
      <AddButton product={product} className="tile-gone" />
    </article>
  );
}

/** CSS width of one of two columns on a phone (tile.css). */
const HALF = 'calc(50vw - 1.5rem)';

type Props = {
  products: readonly ProductCard[];
  /** On a wide screen. */
  columns?: 3 | 4;
  /** number of pictures on the first screen */
  priority?: number;
  /** The product whose content is in the places that the last row leaves free. */
  still?: string | undefined;
};

export const ProductGrid = ({ products, columns = 4, priority = 0, still }: Props) => (
  <ul className={`tiles ${columns === 3 ? 'tiles-three' : 'tiles-four'}`}>
    {products.map((product, place) => (
      <li key={product.productId}>
        <ProductTile
          product={product}
          priority={place < priority}
          sizes={`(min-width: 56.25rem) ${columns === 4 ? 18 : 24}rem, (min-width: 43.75rem) 30vw, ${HALF}`}
        />
      </li>
    ))}
    {still && (
      <li aria-hidden="true" className="tile-still">
        <div>
          <RowStill image={still} count={products.length} columns={columns} />
        </div>
      </li>
    )}
  </ul>
);
