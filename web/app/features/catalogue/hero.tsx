import { type ReactNode, useState } from 'react';
import { useLoaded } from '../../lib/browser.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import { Clauses } from '../../ui/clauses.tsx';
import { srcSet } from '../../ui/picture.tsx';
import { featurePath } from './features.ts';
import { DESK, LayoutSlide, type SlidePair } from './layout-slide.tsx';
import { headings } from './messages.ts';

type SlideProps = { heading: ReactNode; text: string; actions: ReactNode; picture: ReactNode; ground: string };

/** Text beside the picture on wide screens, above it on phones. `ground`: classes for the colour and the picture's shape (hero.css). */
function Slide({ heading, text, actions, picture, ground }: SlideProps) {
  return (
    <div className="@container h-full">
      <div className={`ground relative flex h-full flex-col pb-(--strip) desk:grid ${ground}`}>
        <div className="page relative z-10 pt-10 pb-6 desk:col-start-1 desk:row-start-1 desk:self-center desk:pt-0 desk:pb-4">
          {heading}
          <p className="mt-4 max-w-[19em] text-lg text-ink-2">
            <Clauses of={text} />
          </p>
          <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
        </div>
        <div className="hero-picture relative mt-auto desk:col-start-1 desk:row-start-1">{picture}</div>
      </div>
    </div>
  );
}

/** Width of the group picture on a computer, with the shadow that falls out of the page's column (hero.css, `--w`). */
const GROUP = 'min(62vw - 4.7rem, 45rem)';
/** The files of the phone's picture, which has four of the eight. Two pixels of it for each of the page are enough on screens that have three. */
const FIRST_FOUR = `${srcSet('first-four-cutout', 'avif')}, /img/product/first-four-cutout-800.avif 800w`;
const PHONE = '(min-resolution: 2.5dppx) 66vw, 100vw';
/** From 900 px on, the longest line fits beside the picture. */
const TITLE = 'text-h1 desk:text-[clamp(2rem,1rem+2.5vw,3rem)]';

/** The first screen of the home page: the brand's own slide, which has the largest picture, and those of the layout settings. */
export function Hero({ slides }: { slides: readonly SlidePair[] }) {
  const loaded = useLoaded();
  const [used, setUsed] = useState(false);
  return (
    <Carousel label="主打" slide="w-full" every={5000} controls="over" onUse={() => setUsed(true)}>
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
          <picture>
            <source media={DESK} type="image/avif" srcSet={srcSet('group-cutout', 'avif')} sizes={GROUP} />
            <source media={DESK} srcSet={srcSet('group-cutout', 'webp')} sizes={GROUP} />
            <source type="image/avif" srcSet={FIRST_FOUR} sizes={PHONE} />
            <img
              src="/img/product/first-four-cutout-640.webp"
              alt="依號碼使用的商品站在一起"
              width={640}
              height={512}
              fetchPriority="high"
              className="ms-auto aspect-[5/4] h-(--h) w-auto max-w-none desk:me-[calc(var(--w)*-0.07)] desk:aspect-[428/205]"
            />
          </picture>
        }
      />
      {slides.map((slide) => (
        <LayoutSlide key={slide.desk.img} slide={slide} pictured={loaded || used} />
      ))}
    </Carousel>
  );
}

const Lines = ({ of }: { of: readonly string[] }) =>
  of.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
