import { CARE_STEPS, type CampaignCard, type ProductCard, type ProductDetail } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link, StaticRouter } from 'react-router-dom';
import { LinkButton } from '../../ui/button.tsx';
import { Words } from '../../ui/words.tsx';
import { CampaignTile } from '../reading/campaign-tile.tsx';
import { CareHead, type HeadProps } from './care-head.tsx';
import { Guarantee } from './guarantee.tsx';
import { ABOUT_GROUP, headings } from './list-texts.ts';
import { OwnPrice } from './product-prices.tsx';
import { STILLS, stillBeside } from './stills.ts';

/** The active campaigns in a row that is scrolled by hand (spec/1-catalogue-and-content §2). */
function CampaignRow({ events }: { events: readonly CampaignCard[] }) {
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="active" className="page pt-18 desk:pt-28">
      <h2 id="active" className="text-h2">
        {headings.active}
      </h2>
      {/* No snapping: it would move a focused link out of sight again. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard */}
      <ul tabIndex={0} aria-labelledby="active" className="bleed snap-row mt-6 snap-none gap-4 -outline-offset-2 desk:gap-6">
        {events.map((event) => (
          <li key={event.eventId} className="w-[84%] wide:w-[45%] desk:w-[calc((100%-3rem)/3)]">
            <CampaignTile event={event} level={3} about={<Words of={event.summary} />} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The products that are bought most: a short row of links, because each of them has its tile above (spec/1 §2). */
function Hot({ products }: { products: readonly ProductCard[] }) {
  const shown = products.filter(({ isHotSale, available }) => isHotSale && available);
  if (shown.length === 0) return null;
  return (
    <section aria-label={headings.hot} className="page hot">
      <div>
        <h2>{headings.hot}</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard */}
        <ul tabIndex={0} aria-label={headings.hot} className="-outline-offset-2">
          {shown.map(({ productId, slug, number, nameZh, prices }) => (
            <li key={productId}>
              <Link to={`/product/${slug}`}>
                <strong>
                  {number && <span className="hot-no">{number}</span>}
                  {nameZh}
                </strong>
                <OwnPrice prices={prices} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** HTML of a part without state for `StaticPart`. */
const html = (part: ReactNode): string => renderToStaticMarkup(<StaticRouter location="/product">{part}</StaticRouter>);

/** `head`: HTML; `still`: the picture that fills its last row */
type Group = { key: string; head: string; products: ProductCard[]; still: string | undefined };

function groupOf(products: ProductCard[], still: string | undefined, { id, ...head }: Omit<HeadProps, 'numbers'>): Group[] {
  const numbers = products.flatMap(({ number }) => number ?? []);
  return products.length === 0 ? [] : [{ key: id, head: html(<CareHead id={id} {...head} numbers={numbers} />), products, still }];
}

/** The whole list: the products by care step, then the sets. */
function wholeList(products: readonly ProductCard[]): Group[] {
  const sets = products.filter(({ type }) => type === 'SET');
  return [
    ...CARE_STEPS.flatMap((step) => {
      const own = products.filter((product) => product.type === 'PRODUCT' && product.step === step);
      return groupOf(own, stillBeside(own) ?? STILLS[step], { id: step, title: headings[step], text: ABOUT_GROUP[step] });
    }),
    ...groupOf(sets, stillBeside(sets), { id: 'sets', title: headings.sets, text: ABOUT_GROUP.sets }),
  ];
}

/** Products that go with the only result of a filter: the required steps of its care, then the others, then related ones. */
function companionsOf({ flow, related }: ProductDetail): ProductCard[] {
  const steps = flow.filter(({ isSelf, product }) => !isSelf && product.available);
  const first = [...steps.filter(({ must }) => must), ...steps.filter(({ must }) => !must)].map(({ product }) => product);
  const known = new Set(first.map(({ productId }) => productId));
  const chosen = [...first, ...related.filter(({ productId }) => !known.has(productId))].slice(0, COMPANIONS);
  return chosen.sort((one, other) => (one.number ?? '99').localeCompare(other.number ?? '99'));
}
const COMPANIONS = 3;

/** The results of a filter. `only`: the page of its only result. */
function filtered(products: ProductCard[], only: ProductDetail | undefined): Group[] {
  const companions = only ? companionsOf(only) : [];
  return [
    ...groupOf(products, stillBeside(products), {
      id: 'found',
      title: `共 ${products.length} 項商品`,
      text: products.length === 1 ? '先從這一瓶開始。' : '由小號到大號，依序使用。',
    }),
    ...(only
      ? groupOf(companions, stillBeside(companions), {
          id: 'goes-with',
          title: headings.goesWith,
          text: only.number ? `同一天裡，${only.number} 的前後可以用這幾瓶。` : `買${only.nameZh}的人，也常需要這幾瓶。`,
        })
      : []),
  ];
}

type List = { products: ProductCard[]; events: readonly CampaignCard[]; isFiltered: boolean; only: ProductDetail | undefined };

/**
 * The list in groups. Parts without state are HTML for `StaticPart` (infra/decisions/073). Only the loader imports this file.
 */
export const listParts = ({ products, events, isFiltered, only }: List): { groups: Group[]; rest: string } => ({
  groups: isFiltered ? filtered(products, only) : wholeList(products),
  rest: html(
    <>
      {products.length === 0 && <Nothing />}
      {!isFiltered && <Hot products={products} />}
      {!isFiltered && <CampaignRow events={events} />}
      <Guarantee />
    </>,
  ),
});

function Nothing() {
  return (
    <div className="page pt-10">
      <div className="grid justify-items-start gap-4 rounded-3 border border-line bg-surface p-8">
        <p>這個分類目前沒有商品。</p>
        <LinkButton to="/product" look="line">
          看看全部商品
        </LinkButton>
      </div>
    </div>
  );
}
