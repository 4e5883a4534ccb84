import { ProductListAnswer, SkinTypeAnswer } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { PROMISES } from '../features/catalogue/promise-texts.ts';
import { Promises } from '../features/catalogue/promises.tsx';
import { Section } from '../features/catalogue/section.tsx';
import { ContentPicture, sharePicture } from '../features/reading/content-picture.tsx';
import { BY_SKIN } from '../features/shell/menu.ts';
import { CareList, type CareStepView } from '../features/skin/care-list.tsx';
import { headings, TONES } from '../features/skin/messages.ts';
import { Problems } from '../features/skin/problems.tsx';
import { SelfCheck } from '../features/skin/self-check.tsx';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/skin-type';

/** The texts come from the content, the products and their prices from the catalogue. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [{ skinType: skin }, { products }] = await Promise.all([
    load(context, SkinTypeAnswer, `/api/content/skin-types/${encodeURIComponent(params.type)}`),
    load(context, ProductListAnswer, '/api/products'),
  ]);
  const care: CareStepView[] = skin.care.flatMap(({ productId, must }) => {
    const product = products.find((candidate) => candidate.productId === productId);
    return product ? [{ product, must }] : [];
  });
  return { skin, care, promises: PROMISES };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { skin } = loaderData;
  const root = rootData(matches);
  const path = `/skin-type/${skin.type}`;
  return pageMeta(root, {
    title: `${skin.title}的保養`,
    description: skin.intro,
    path,
    image: sharePicture(skin.banner),
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [skin.title, path],
      ]),
    ],
  });
}

/** Width and height of the drawings as a ratio. */
const SQUARE = [1, 1] as const;

/** The key begins the self-check anew for each type. */
export default function SkinTypeRoute({ loaderData: { skin, care, promises } }: Route.ComponentProps) {
  const { type, title, titleEn, intro, usualSkin, problemTitle, problems, selfCheck, fix } = skin;
  const tone = TONES[type];
  const shown = care.filter(({ must }) => must !== false).slice(0, 3);
  return (
    <div key={type}>
      <div className={`ground-flat tone-${tone}`}>
        <div className="page grid gap-6 pt-4 desk:grid-cols-2 desk:items-end desk:gap-10">
          <div className="pb-4 desk:pb-20">
            <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: '依膚質保養' }, { label: title }]} />
            <p lang="en" className="mt-6 text-sm tracking-widest text-ink-2 uppercase desk:mt-16">
              {titleEn}
            </p>
            <h1 className="mt-1 text-h1">{title}</h1>
            <p className="mt-4 max-w-[26em] text-lg text-ink-2">{intro}</p>
            <p className="mt-6 flex flex-wrap gap-3">
              <a href="#care" className="btn">
                看建議的順序
              </a>
              <LinkButton to="/product-instruction" look="line">
                怎麼使用
              </LinkButton>
            </p>
          </div>
          <div aria-hidden className="grid grid-cols-3 items-end">
            {shown.map(({ product: { productId, images } }) =>
              images[0] ? (
                <Picture
                  key={productId}
                  image={`${images[0]}-cutout`}
                  alt=""
                  sizes="(min-width: 56.25rem) 16rem, 30vw"
                  priority
                  className="h-auto w-full scale-110"
                />
              ) : null,
            )}
          </div>
        </div>
      </div>
      <Section title={headings.usual}>
        <ul className="grid grid-cols-2 gap-6 desk:auto-cols-fr desk:grid-flow-col desk:grid-cols-none">
          {usualSkin.map(({ name, picture }) => (
            <li key={name} className="grid justify-items-center gap-3 text-center desk:flex desk:items-center desk:gap-6 desk:text-start">
              <ContentPicture
                picture={picture}
                decorative
                ratio={SQUARE}
                sizes="11rem"
                className="size-32 rounded-full object-cover desk:size-36"
              />
              <p className="font-semibold desk:text-lg">{name}</p>
            </li>
          ))}
        </ul>
      </Section>
      {selfCheck && <SelfCheck check={selfCheck} />}
      <div id="care">
        <Section title={headings.care} intro="照順序使用。標示「必須」的先有，其餘視膚況與季節增減。">
          <CareList steps={care} />
        </Section>
      </div>
      <Section title={problemTitle}>
        <Problems problems={problems} />
      </Section>
      <div className={`tint tone-${tone} mt-16 pb-14 desk:mt-24 desk:pb-20`}>
        <Section title={fix.title} intro={fix.text}>
          <ol className="grid gap-6 mid:grid-cols-3 mid:gap-4 desk:gap-6">
            {fix.steps.map((step) => (
              <li key={step.title} className="overflow-clip rounded-3 bg-surface">
                {step.picture && <ContentPicture picture={step.picture} ratio={SQUARE} className="h-auto w-full" />}
                <div className="p-5">
                  <h3 className="text-h3">{step.title}</h3>
                  <p className="mt-2 text-ink-2">{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Section>
      </div>
      <Section title={headings.careAgain}>
        <CareList steps={care.filter(({ must }) => must !== false)} />
      </Section>
      <Promises title={headings.guarantees} promises={promises} />
      <nav aria-labelledby="others" className="page pt-16 desk:flex desk:items-center desk:justify-between desk:pt-24">
        <h2 id="others" className="text-h3">
          {headings.others}
        </h2>
        <ul className="mt-4 flex flex-wrap gap-3 desk:mt-0">
          {BY_SKIN.filter(({ label }) => label !== title).map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="btn btn-line">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
