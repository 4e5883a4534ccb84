import { ProductListAnswer, SKIN_TYPE_PAGES } from '@nordhaut/contracts';
import { data, Link } from 'react-router-dom';
import { Promises } from '../features/catalogue/home-parts.tsx';
import { Section } from '../features/catalogue/section.tsx';
import { CareList, type CareStepView } from '../features/skin/care-list.tsx';
import { skinTypeOf } from '../features/skin/definitions.ts';
import { headings } from '../features/skin/messages.ts';
import { Problems } from '../features/skin/problems.tsx';
import { SelfCheck } from '../features/skin/self-check.tsx';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Drawn } from '../ui/drawn.tsx';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/skin-type';

/** The texts come from the type's definition, the products and their prices from the catalogue. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const skin = skinTypeOf(params.type);
  if (!skin) throw data(null, { status: 404 });
  const { products } = await load(context, ProductListAnswer, '/api/products');
  const care: CareStepView[] = skin.care.flatMap(({ productId, must }) => {
    const product = products.find((candidate) => candidate.productId === productId);
    return product ? [{ product, must }] : [];
  });
  return { skin, care };
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
    image: '/img/product/range-1280.png',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [skin.title, path],
      ]),
    ],
  });
}

/** The key begins the self-check anew for each type. */
export default function SkinTypeRoute({ loaderData: { skin, care } }: Route.ComponentProps) {
  const { type, title, titleEn, intro, tone, usualSkin, problemTitle, problemText, problems, selfCheck, fix } = skin;
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
        <ul className="grid grid-cols-2 gap-6 desk:flex desk:justify-between">
          {usualSkin.map(({ name, picture }) => (
            <li key={name} className="grid justify-items-center gap-3 text-center">
              <Drawn name={picture} alt="" className="size-32 desk:size-44" />
              <p className="font-semibold">{name}</p>
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
      <Section title={problemTitle} intro={problemText}>
        <Problems problems={problems} />
      </Section>
      <div className={`tint tone-${tone} mt-16 pb-14 desk:mt-24 desk:pb-20`}>
        <Section title={fix.title} intro={fix.text}>
          <ol className="grid gap-6 desk:grid-cols-3">
            {fix.steps.map((step) => (
              <li key={step.title} className="overflow-clip rounded-3 bg-surface">
                <Drawn name={step.picture} alt="" className="aspect-square h-auto w-full object-cover" />
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
      <Promises title={headings.guarantees} />
      <nav aria-label={headings.others} className="page pt-16 desk:pt-24">
        <ul className="flex flex-wrap gap-3">
          {SKIN_TYPE_PAGES.filter((other) => other !== type).map((other) => (
            <li key={other}>
              <Link to={`/skin-type/${other}`} className="btn btn-line">
                {headings[other]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
