import type { GroupProduct } from '@nordhaut/contracts';
import { formatMoney } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/badge.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { messages } from './messages.ts';

/** The products of an open project: two at a time, one on a phone, and after the last one the first again. */
export function GroupProducts({ products }: { products: readonly GroupProduct[] }) {
  return (
    <div className="pt-12 desk:pt-16">
      <h2 className="text-h2">{messages.products}</h2>
      <div className="mt-6">
        <Carousel label={messages.products} slide="w-full desk:w-[calc(50%-0.75rem)]" gap="gap-6">
          {products.map((product) => (
            <Product key={product.productId} product={product} />
          ))}
        </Carousel>
      </div>
    </div>
  );
}

/** A product that is not launched has no page, so it has no link. */
function Product({ product: { slug, nameZh, nameEn, image, originalPrice, groupPrice } }: { product: GroupProduct }) {
  return (
    <article className="flex h-full gap-4 rounded-3 border border-line bg-surface p-4 desk:gap-6">
      <div className="w-2/5 shrink-0 self-start overflow-clip rounded-2 bg-sunken">
        {image && <Picture image={image} alt="" sizes="(min-width: 56.25rem) 14rem, 40vw" className="aspect-square w-full object-cover" />}
      </div>
      <div className="flex min-w-0 grow flex-col items-start">
        <h3 className="font-sans! text-lg leading-snug font-semibold">{nameZh}</h3>
        <p lang="en" className="mt-0.5 text-xs tracking-widest text-ink-3 uppercase">
          {nameEn}
        </p>
        <p className="mt-3 text-lg font-semibold">
          {groupPrice === null ? (
            <>
              <del className="num me-2 text-base font-normal text-ink-3">
                <span className="sr-only">原價 </span>
                {formatMoney(originalPrice)}
              </del>
              <Badge look="amber">{messages.gift}</Badge>
            </>
          ) : (
            <Price amount={groupPrice} was={originalPrice} />
          )}
        </p>
        {slug !== null && (
          <Link to={`/product/${slug}`} className="link mt-auto inline-flex min-h-11 items-center pt-2">
            {messages.details}
            <span className="sr-only">：{nameZh}</span>
          </Link>
        )}
      </div>
    </article>
  );
}
