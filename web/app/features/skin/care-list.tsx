import type { ProductCard } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';
import { AddButton } from '../catalogue/add-button.tsx';
import { MUST, NOT_MUST } from '../catalogue/messages.ts';
import { ProductPrices } from '../catalogue/product-prices.tsx';

export type CareStepView = { product: ProductCard; must: boolean | null };

/**
 * The recommended care in order (spec/1-catalogue-and-content §2, "Skin-type page"): a row on a computer, a list on a phone. Beside
 * its text a picture is high and narrow. It shows its whole width there, because a jar fills more of it than a bottle.
 */
export function CareList({ steps }: { steps: readonly CareStepView[] }) {
  return (
    <ol className="grid gap-4 mid:grid-cols-2 desk:auto-cols-fr desk:grid-flow-col desk:grid-cols-none desk:gap-5">
      {steps.map(({ product, must }, place) => {
        const { productId, slug, nameZh, subTitle, images, sizes, prices, available } = product;
        const [image] = images;
        return (
          <li
            key={productId}
            className="grid grid-cols-[7rem_minmax(0,1fr)] overflow-clip rounded-3 border border-line bg-surface desk:flex desk:flex-col"
          >
            <div className="relative overflow-clip bg-sunken">
              {image && (
                <Picture
                  image={image}
                  alt=""
                  sizes="(min-width: 56.25rem) 16rem, 7rem"
                  className="size-full scale-135 object-contain desk:aspect-square desk:scale-none desk:object-cover"
                />
              )}
              <p className="absolute start-2 top-2 grid size-8 place-items-center rounded-full bg-ink font-serif text-base font-semibold text-surface">
                <span className="sr-only">步驟 </span>
                {place + 1}
              </p>
            </div>
            <div className="flex flex-1 flex-col p-4">
              <p className="min-h-6">{must !== null && <Badge look={must ? 'brand' : 'line'}>{must ? MUST : NOT_MUST}</Badge>}</p>
              <p className="mt-1 text-sm break-keep text-ink-2">{subTitle}</p>
              <h3 className="mt-1 text-lg">
                {available ? (
                  <Link to={`/product/${slug}`} className="inline-flex min-h-11 flex-wrap items-center gap-x-2 hover:underline">
                    {nameZh}
                    {sizes[0] !== undefined && <span className="num font-sans text-sm font-normal text-ink-3">{sizes[0]} ml</span>}
                  </Link>
                ) : (
                  nameZh
                )}
              </h3>
              <p className="mt-auto pt-1">
                <ProductPrices prices={prices} className="text-base" />
              </p>
              <AddButton product={product} className="mt-3 w-full" />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
