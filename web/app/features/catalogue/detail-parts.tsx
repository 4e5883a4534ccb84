import type { ProductCard, ProductDetail } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/badge.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { headings, MUST, NOT_MUST } from './messages.ts';
import { Section } from './section.tsx';
import { StaticPart } from './static-part.tsx';

function Row({ product, note }: { product: ProductCard; note: string }) {
  const [image] = product.images;
  return (
    <li className="flex items-center gap-3 py-2">
      {image && <Picture image={image} alt="" sizes="4rem" className="size-16 rounded-2 object-cover" />}
      <span className="min-w-0">
        <span className="block font-semibold">{product.nameZh}</span>
        <span className="num block text-sm text-ink-3">
          {note}
          {product.sizes[0] ? `・${product.sizes[0]} ml` : ''}
        </span>
      </span>
    </li>
  );
}

/** The contents of a set, and the trial products of the order. */
export function Included({ product: { setItems, samples } }: { product: ProductDetail }) {
  return (
    <>
      {setItems.length > 0 && (
        <section aria-labelledby="in-set">
          <h2 id="in-set" className="text-h3">
            {headings.inSet}
          </h2>
          <ul className="mt-1 divide-y divide-line">
            {setItems.map((item) => (
              <Row key={item.productId} product={item} note="正品 1 件" />
            ))}
          </ul>
        </section>
      )}
      {samples.length > 0 && (
        <section aria-labelledby="gifts">
          <h2 id="gifts" className="text-h3">
            {headings.gifts}
          </h2>
          <ul className="mt-1 divide-y divide-line">
            {samples.map((sample) => (
              <Row key={sample.productId} product={sample} note="隨單附贈" />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Detail({ product }: { product: ProductDetail }) {
  const { description, characters, detailImages, nameZh } = product;
  return (
    <div className="grid gap-8 desk:grid-cols-[3fr_2fr] desk:gap-16">
      <div className="prose measure">
        {description
          .split(/\n+/)
          .filter(Boolean)
          .map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
      </div>
      <div>
        <dl className="grid gap-4">
          <div>
            <dt className="text-sm text-ink-3">用途</dt>
            <dd>{product.function}</dd>
          </div>
          {product.skinTypes.length > 0 && (
            <div>
              <dt className="text-sm text-ink-3">適合膚質</dt>
              <dd>{product.skinTypes.join('、')}</dd>
            </div>
          )}
        </dl>
        {characters.length > 0 && (
          <ul aria-label={`${nameZh}的特色`} className="mt-4 flex flex-wrap gap-2">
            {characters.map((character) => (
              <li key={character}>
                <Badge look="soft" className="py-1 text-sm">
                  {character}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      {detailImages.length > 0 && (
        <ul className="grid gap-4 wide:grid-cols-2 desk:col-span-2">
          {detailImages.map(({ image, alt, link }) => {
            const picture = (
              <Picture
                image={image}
                alt={alt}
                sizes="(min-width: 56.25rem) 36rem, 100vw"
                className="aspect-square w-full rounded-3 object-cover"
              />
            );
            return <li key={image}>{link ? <Link to={link}>{picture}</Link> : picture}</li>;
          })}
        </ul>
      )}
    </div>
  );
}

type DetailTabsProps = { product: ProductDetail; shipping: string; comments: ReactNode; start: string | undefined };

/** `shipping`: HTML; `comments`: the reviews; `start`: the key of the tab that is open at first. */
export const DetailTabs = ({ product, shipping, comments, start }: DetailTabsProps) => (
  <Tabs
    label="商品說明"
    start={start}
    tabs={[
      { key: 'detail', label: 'DETAIL', content: <Detail product={product} /> },
      { key: 'shipping', label: 'SHIPPING', content: <StaticPart html={shipping} /> },
      { key: 'comment', label: 'COMMENT', content: comments },
    ]}
  />
);

/** The full list of ingredients. The server sanitised its HTML when it was saved (design/web.md, "Rendering"). */
export function Ingredients({ html }: { html: string }) {
  if (!html) return null;
  return (
    <Section title={headings.ingredients}>
      {/* oxlint-disable-next-line react/no-danger -- sanitised on the server */}
      <div className="prose text-sm text-ink-2 desk:columns-2 desk:gap-16" dangerouslySetInnerHTML={{ __html: html }} />
    </Section>
  );
}

/** The steps around this product, with 必須 or 非必須; four at a time on a computer, one on a phone. */
export function Flow({ product: { flow } }: { product: ProductDetail }) {
  if (flow.length === 0) return null;
  return (
    <Section title={headings.flow} intro="由小號到大號依序使用；非必須的步驟可依膚況增減。">
      <Carousel label="使用步驟" slide="w-[85%] wide:w-[45%] desk:w-[calc((100%-4.5rem)/4)]" gap="gap-6">
        {flow.map(({ product: step, must, isSelf }) => {
          const [image] = step.images;
          return (
            <div key={step.productId} className="h-full overflow-clip rounded-3 border border-line bg-surface">
              {image && (
                <Picture image={image} alt="" sizes="(min-width: 56.25rem) 18rem, 85vw" className="aspect-square w-full object-cover" />
              )}
              <div className="p-4">
                <p className="flex min-h-6 items-center gap-2">
                  {must !== null && <Badge look={must ? 'brand' : 'line'}>{must ? MUST : NOT_MUST}</Badge>}
                  {isSelf && <Badge look="soft">本商品</Badge>}
                </p>
                <p className="mt-2 font-serif text-h3 font-semibold">
                  {step.number && <span className="me-2">{step.number}</span>}
                  {step.nameZh}
                </p>
                <p className="text-sm text-ink-2">{step.subTitle}</p>
                {!isSelf && step.available && (
                  <Link to={`/product/${step.slug}`} className="link inline-flex min-h-11 items-center text-sm">
                    看{step.nameZh}
                  </Link>
                )}
              </div>
            </div>
          );
        })}
      </Carousel>
    </Section>
  );
}
