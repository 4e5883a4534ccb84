import type { ProductDetail } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Clauses } from '../../ui/clauses.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { headings, MUST, NOT_MUST } from './messages.ts';
import { Section } from './section.tsx';
import { StaticPart } from './static-part.tsx';

const TabLabel = ({ zh, en }: { zh: string; en: string }) => (
  <>
    {zh}{' '}
    <span lang="en" className="block text-xs font-normal tracking-widest text-ink-3">
      {en}
    </span>
  </>
);

type DetailTabsProps = { detail: string; shipping: string; comments: ReactNode; start: string | undefined };

/** `detail` and `shipping`: HTML; `comments`: the reviews; `start`: the key of the tab that is open at first. */
export const DetailTabs = ({ detail, shipping, comments, start }: DetailTabsProps) => (
  <Tabs
    label="商品說明"
    start={start}
    tabs={[
      { key: 'detail', label: <TabLabel zh="商品說明" en="DETAIL" />, content: <StaticPart html={detail} /> },
      { key: 'shipping', label: <TabLabel zh="配送與付款" en="SHIPPING" />, content: <StaticPart html={shipping} /> },
      { key: 'comment', label: <TabLabel zh="顧客評價" en="COMMENT" />, content: comments },
    ]}
  />
);

/** The steps around this product, with 必須 or 非必須; four at a time on a computer (three fill the row), one on a phone. */
export function Flow({ flow }: Pick<ProductDetail, 'flow'>) {
  if (flow.length === 0) return null;
  return (
    <Section title={headings.flow} intro="由小號到大號依序使用；非必須的步驟可依膚況增減。">
      <Carousel
        label="使用步驟"
        slide={`w-[70%] wide:w-[45%] ${flow.length === 3 ? 'desk:w-[calc((100%-3rem)/3)]' : 'desk:w-[calc((100%-4.5rem)/4)]'}`}
        gap="gap-4 desk:gap-6"
        bleed
      >
        {flow.map(({ product: step, must, isSelf }) => {
          const [image] = step.images;
          return (
            <div key={step.productId}>
              {image && (
                <Picture
                  image={image}
                  alt=""
                  sizes="(min-width: 56.25rem) 24rem, (min-width: 36rem) 45vw, 70vw"
                  className="aspect-[8/9] w-full bg-sunken object-cover"
                />
              )}
              <p className={`mt-3 min-h-6 text-sm ${must ? 'text-brand' : 'text-ink-3'}`}>
                {[must !== null && (must ? MUST : NOT_MUST), isSelf && '本商品'].filter(Boolean).join('・')}
              </p>
              <p className="mt-0.5 font-serif text-lg leading-snug font-semibold desk:text-xl">
                {step.number && <span className="me-[0.5em]">{step.number}</span>}
                {step.nameZh}
              </p>
              <p className="mt-1 text-sm text-ink-2">
                <Clauses of={step.subTitle} />
              </p>
              {!isSelf && step.available && (
                <Link to={`/product/${step.slug}`} className="link inline-flex min-h-11 items-center text-sm">
                  看{step.nameZh}
                </Link>
              )}
            </div>
          );
        })}
      </Carousel>
    </Section>
  );
}
