import {
  type CampaignCard,
  type ClosedDays,
  expectedArrival,
  FREE_SHIPPING_FROM,
  formatMoney,
  type IngredientView,
  type ProductCard,
  type ProductDetail,
  type ReviewListAnswer,
  SHIPPING_FEE,
} from '@nordhaut/contracts';
import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link, StaticRouter } from 'react-router-dom';
import { Clauses } from '../../ui/clauses.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Words } from '../../ui/words.tsx';
import { closedNotice } from '../orders/arrival.ts';
import { DaysLeft, periodOf } from '../reading/campaign-tile.tsx';
import { Voices } from '../reviews/voices.tsx';
import { ABOUT_ORIGINS, assuredLines, headings, shelfLife } from './detail-texts.ts';
import { withOrigins } from './ingredient-origins.ts';
import { Section } from './section.tsx';

/** When it arrives at a door of the main island, how long it can be tried, and the trial product, in one line. */
function Assured({ product, closedDays, now }: { product: ProductDetail; closedDays: ClosedDays; now: Date }) {
  const { samples } = product;
  const lines = assuredLines(product, expectedArrival('HOME', '', now.toISOString(), closedDays));
  return (
    <>
      <ul aria-label="到貨與鑑賞" className="assured num">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {samples.length > 1 && (
        <ul aria-label={headings.gifts} className="num mt-3 text-sm text-ink-2">
          {samples.map(({ productId, nameZh, sizes: [ml] }) => (
            <li key={productId}>{ml ? `${nameZh} ${ml} ml` : nameZh}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** The sign of an open jar with the months for which its content can be used, as on the packages of cosmetics. */
function OpenJar({ months }: { months: number }) {
  return (
    <svg viewBox="0 0 52 52" width={52} height={52} fill="none" stroke="currentColor" strokeWidth={2} aria-hidden="true">
      <path d="M9 22h34v20a5 5 0 0 1-5 5H14a5 5 0 0 1-5-5Z" strokeLinejoin="round" />
      <path d="M7 15 44 6l1.6 6.6" strokeLinecap="round" strokeLinejoin="round" />
      <text x="26" y="40" textAnchor="middle" fontSize={14} className="font-semibold" fill="currentColor" stroke="none">
        {months}M
      </text>
    </svg>
  );
}

function Folds({ product: { usage, texture, scent, openMonths, type } }: { product: ProductDetail }) {
  return (
    <div className="folds">
      {usage && (
        <Fold title="使用方式" open>
          <p>
            <Words of={usage} />
          </p>
          <p>
            <Link to="/product-instruction" className="link inline-flex min-h-11 items-center">
              看 01 到 08 的完整用法
            </Link>
          </p>
        </Fold>
      )}
      {(texture || scent) && (
        <Fold title="質地與氣味">
          <dl>
            {texture && (
              <>
                <dt>質地</dt>
                <dd>
                  <Words of={texture} />
                </dd>
              </>
            )}
            {scent && (
              <>
                <dt>氣味</dt>
                <dd>
                  <Words of={scent} />
                </dd>
              </>
            )}
          </dl>
        </Fold>
      )}
      <Fold title="開封後的保存">
        <div className={openMonths === null ? '' : 'opened'}>
          {openMonths !== null && <OpenJar months={openMonths} />}
          <p>{shelfLife(openMonths, type === 'SET')}</p>
        </div>
      </Fold>
    </div>
  );
}

function Row({ product, note }: { product: ProductCard; note: string }) {
  const { images, number, nameZh, slug, sizes, available } = product;
  const [image] = images;
  const content = (
    <>
      {image && <Picture image={image} alt="" sizes="4rem" className="size-16 rounded-2 object-cover" />}
      <span className="min-w-0">
        <span className="block font-semibold group-hover:underline">
          {number && `${number} `}
          {nameZh}
        </span>
        <span className="num block text-sm text-ink-3">{[note, sizes[0] && `${sizes[0]} ml`].filter(Boolean).join('・')}</span>
      </span>
    </>
  );
  const row = 'flex items-center gap-3 py-2';
  return (
    <li>
      {available ? (
        <Link to={`/product/${slug}`} className={`group ${row}`}>
          {content}
        </Link>
      ) : (
        <div className={row}>{content}</div>
      )}
    </li>
  );
}

/** The contents of a set, with what each costs alone. */
function SetItems({ items }: { items: readonly ProductCard[] }) {
  return (
    <section aria-label={headings.inSet}>
      <h2 className="text-h3">{headings.inSet}</h2>
      <ul className="mt-1 divide-y divide-line">
        {items.map((item) => (
          <Row key={item.productId} product={item} note={`正品 1 件・單買 ${formatMoney(item.prices.ORIGIN)}`} />
        ))}
      </ul>
    </section>
  );
}

function Detail({ product }: { product: ProductDetail }) {
  const { description, characters, nameZh } = product;
  return (
    <div className="grid gap-8 desk:grid-cols-[3fr_2fr] desk:gap-16">
      <div className="prose measure">
        {description
          .split(/\n+/)
          .filter(Boolean)
          .map((paragraph) => (
            <p key={paragraph}>
              <Words of={paragraph} />
            </p>
          ))}
      </div>
      <div>
        <dl className="grid gap-4">
          <div>
            <dt className="text-sm text-ink-3">用途</dt>
            <dd>
              <Words of={product.function} />
            </dd>
          </div>
          {product.skinTypes.length > 0 && (
            <div>
              <dt className="text-sm text-ink-3">適合膚質</dt>
              <dd>{product.skinTypes.join('、')}</dd>
            </div>
          )}
        </dl>
        {characters.length > 0 && (
          <ul aria-label={`${nameZh}的特色`} className="mt-6 border-t border-line text-sm text-ink-2">
            {characters.map((character) => (
              <li key={character} className="border-b border-line py-2">
                {character}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The pictures of the product's details, each from edge to edge. The first one has beside it what the product feels like. */
function Bands({ product: { detailImages, texture } }: { product: ProductDetail }) {
  return detailImages.map(({ image, alt, link }, place) => {
    const picture = <Picture image={image} alt={alt} sizes="100vw" ratio={[8, 3]} className="band-picture" />;
    return (
      <figure key={image} className="band">
        {link ? <Link to={link}>{picture}</Link> : picture}
        {place === 0 && texture && (
          <figcaption className="page">
            <span>質地</span>
            <Words of={texture} />
          </figcaption>
        )}
      </figure>
    );
  });
}

/** Ingredients that a phone shows at first. */
const INGREDIENTS_FIRST = 6;

/**
 * The full list of ingredients. The server sanitised its HTML when it was saved (design/web.md, "Rendering"). A phone shows the
 * first ones (detail.css), and all with the box, which works without script.
 */
function Ingredients({ html: stored, known }: { html: string; known: readonly IngredientView[] }) {
  if (!stored) return null;
  const count = stored.split('<dt>').length - 1;
  const { html, isMarked } = withOrigins(stored, known);
  return (
    <Section title={headings.ingredients} {...(isMarked && { intro: ABOUT_ORIGINS })}>
      <div className="ingredients">
        {/* oxlint-disable-next-line react/no-danger -- sanitised on the server */}
        <div className="prose text-sm text-ink-2 desk:columns-2 desk:gap-16" dangerouslySetInnerHTML={{ __html: html }} />
        {count > INGREDIENTS_FIRST && (
          <label className="btn btn-line relative">
            <input type="checkbox" className="sr-only" />
            顯示全部 {count} 項成分
            <Icon of={ChevronDown} size={18} />
          </label>
        )}
      </div>
    </Section>
  );
}

function Shipping({ closed }: { closed: string | null }) {
  const rows: readonly (readonly [string, string, string])[] = [
    [
      '宅配到府',
      `${formatMoney(SHIPPING_FEE.HOME)}，滿 ${formatMoney(FREE_SHIPPING_FROM.HOME)} 免運`,
      '台灣本島 2–4 個工作天，離島 3–10 個工作天',
    ],
    [
      '超商取貨（7-11、全家）',
      `${formatMoney(SHIPPING_FEE.CVS)}，滿 ${formatMoney(FREE_SHIPPING_FROM.CVS)} 免運`,
      '出貨後 2–4 個工作天到店',
    ],
    [
      '海外配送（香港、澳門）',
      `${formatMoney(SHIPPING_FEE.INTERNATIONAL)}，滿 ${formatMoney(FREE_SHIPPING_FROM.INTERNATIONAL)} 免運`,
      '5–10 個工作天',
    ],
  ];
  return (
    <div className="measure grid gap-6">
      {closed && (
        <p className="num font-semibold">
          <Clauses of={closed} />
        </p>
      )}
      <dl className="num divide-y divide-line">
        {rows.map(([way, fee, time]) => (
          <div key={way} className="grid gap-x-6 py-3 wide:grid-cols-[12rem_1fr]">
            <dt className="font-semibold">{way}</dt>
            <dd className="text-ink-2">
              {fee}
              <br />
              {time}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-2">
        信用卡，或宅配貨到付款；付款後 1–3
        個工作天出貨。海外配送僅限信用卡付款，恕不適用貨到付款。電子發票於付款後開立，隨貨附上證明聯，七天鑑賞期內請妥善保存。
      </p>
    </div>
  );
}

/** The campaigns that this product takes part in: active ones first, then upcoming ones. */
function Campaigns({ events }: { events: readonly CampaignCard[] }) {
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="campaigns">
      <h2 id="campaigns" className="text-h3">
        {headings.campaigns}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {events.map((event) => (
          <li key={event.eventId}>
            <Link to={`/event/${event.url}`} className="group flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-2">
              <span className="min-w-0">
                <span className="block font-semibold group-hover:underline">{event.name}</span>
                <span className="num block text-sm text-ink-3">{periodOf(event)}</span>
              </span>
              <span className="num">
                <DaysLeft event={event} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const html = (part: ReactNode, identifierPrefix = ''): string =>
  renderToStaticMarkup(<StaticRouter location="/">{part}</StaticRouter>, { identifierPrefix });

/** Parts of the detail page without state, as HTML for `StaticPart` (infra/decisions/073). Only the loader imports this file. */
export function detailHtml(
  product: ProductDetail,
  events: readonly CampaignCard[],
  reviews: ReviewListAnswer,
  ingredients: readonly IngredientView[],
  closedDays: ClosedDays,
  now: Date,
) {
  const closed = closedNotice(closedDays, now);
  const active = events.filter(({ state }) => state === 'active');
  const upcoming = events.filter(({ state }) => state === 'unactive');
  return {
    summary: html(<Words of={product.summary} />),
    assured: html(<Assured product={product} closedDays={closedDays} now={now} />),
    contents: product.setItems.length > 0 ? html(<SetItems items={product.setItems} />) : '',
    folds: html(<Folds product={product} />),
    campaigns: html(<Campaigns events={[...active, ...upcoming]} />),
    detail: html(<Detail product={product} />),
    bands: html(<Bands product={product} />),
    shipping: html(<Shipping closed={closed} />),
    reading: html(
      <>
        <Voices title={headings.voices} answer={reviews} />
        <Ingredients html={product.ingredients} known={ingredients} />
      </>,
      'reading-',
    ),
  };
}
