import type { ProductCard } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { featurePath } from './features.ts';
import { headings } from './messages.ts';

type SlideProps = { heading: ReactNode; text: string; actions: ReactNode; picture: ReactNode; ground: string };

/** Text beside the picture on wide screens, above it on phones. `ground`: classes for the colour and the picture's shape (hero.css). */
function Slide({ heading, text, actions, picture, ground }: SlideProps) {
  return (
    <div className="@container h-full">
      <div className={`ground relative flex h-full flex-col pb-(--strip) desk:grid ${ground}`}>
        <div className="page relative z-10 pt-10 pb-6 desk:col-start-1 desk:row-start-1 desk:self-center desk:pb-20">
          {heading}
          <p className="mt-4 max-w-[19em] text-lg text-ink-2">{text}</p>
          <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
        </div>
        <div className="relative mt-auto desk:col-start-1 desk:row-start-1">{picture}</div>
      </div>
    </div>
  );
}

/** From 900 px on, the longest line fits beside the picture. */
const TITLE = 'text-h1 desk:text-[clamp(2rem,1rem+2.9vw,3.5rem)]';

/** The first screen of the home page; its largest picture is on the first slide. `trial` and `set`: products that can be bought now. */
export function Hero({ trial, set }: { trial: ProductCard | undefined; set: ProductCard | undefined }) {
  return (
    <Carousel label="主打" slide="w-full" every={5000} controls="over">
      <Slide
        ground="tone-hydrate"
        heading={
          <h1 className={TITLE}>
            <Lines of={[headings.heroFirst, headings.heroSecond]} />
          </h1>
        }
        text="德國實驗室配方，每瓶一個號碼。手上有哪幾瓶，就依號碼由小到大使用。"
        actions={
          <>
            <LinkButton to="/product">選購全系列</LinkButton>
            <LinkButton to={featurePath('all-skin-types')} look="line">
              不確定膚質？
            </LinkButton>
          </>
        }
        picture={
          <Picture
            image="range-cutout"
            alt="Nordhaut 01 到 08 號商品排成一列"
            ratio={[16, 9]}
            sizes="(min-width: 56.25rem) 56vw, calc(100vw - 3rem)"
            priority
            className="ms-auto h-(--h) w-auto max-w-none"
          />
        }
      />
      {trial && (
        <Slide
          ground={`tone-${trial.step} ground-square`}
          heading={
            <h2 className={TITLE}>
              <Lines of={[headings.trialFirst, headings.trialSecond]} />
            </h2>
          }
          text="多數單品隨附試用品。先用試用品確認膚況，收到後七天內皆可申請退貨。"
          actions={
            <LinkButton to={`/product/${trial.slug}`}>
              看 {trial.number} {trial.nameZh}
            </LinkButton>
          }
          picture={<Shot product={trial} />}
        />
      )}
      {set && (
        <Slide
          ground={`tone-${set.step} ground-square`}
          heading={
            <h2 className={TITLE}>
              <Lines of={[headings.setFirst, headings.setSecond]} />
            </h2>
          }
          text="常一起使用的幾瓶裝成一盒，比單買划算。"
          actions={<LinkButton to={`/product/${set.slug}`}>看{set.nameZh}</LinkButton>}
          picture={<Shot product={set} />}
        />
      )}
    </Carousel>
  );
}

const Lines = ({ of }: { of: readonly string[] }) =>
  of.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));

/** The product's first picture without its background (services/catalogue/art/scenes.ts). */
const Shot = ({ product: { images, nameZh } }: { product: ProductCard }) =>
  images[0] ? (
    <Picture
      image={`${images[0]}-cutout`}
      alt={nameZh}
      sizes="(min-width: 56.25rem) 34rem, 76vw"
      className="ms-auto me-[calc(var(--centre)-var(--h)/2)] size-(--h) max-w-none"
    />
  ) : null;
