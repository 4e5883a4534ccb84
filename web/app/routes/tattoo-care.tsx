import { ProductListAnswer } from '@nordhaut/contracts';
import { headings } from '../features/brand/messages.ts';
import { Section } from '../features/catalogue/section.tsx';
import { CareList } from '../features/skin/care-list.tsx';
import { ContentPicture } from '../features/reading/content-picture.tsx';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/tattoo-care';

const ARM = { image: 'post/looking-after-a-new-tattoo', alt: '手臂上的葉子刺青，旁邊是刺青修護凝膠' };

/** Fixed product ids: the tattoo-care gel, the cleanser and the cream for later. */
const CARE = [
  { productId: 5, must: true },
  { productId: 14, must: true },
  { productId: 11, must: false },
] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { products } = await load(context, ProductListAnswer, '/api/products');
  const care = CARE.flatMap(({ productId, must }) => {
    const product = products.find((candidate) => candidate.productId === productId);
    return product ? [{ product, must }] : [];
  });
  return { care };
}

export function meta({ matches }: Route.MetaArgs) {
  const root = rootData(matches);
  return pageMeta(root, {
    title: '刺青後的保養',
    description: '刺青之後的清潔、保濕與防曬：哪一天開始擦、怎麼擦、這段時間先不要做什麼。',
    path: '/tattoo-care',
    share: 'tattoo',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        ['刺青後的保養', '/tattoo-care'],
      ]),
    ],
  });
}

const DAYS = [
  [headings.dayOne, '聽刺青師的', '保護膜、清潔與何時拆開，都照刺青師的指示。傷口還在滲液的時候，什麼保養品都不要擦，也不要泡水。'],
  [
    headings.dayFour,
    '表面閉合之後，開始保濕',
    '一天兩到三次，先用 01 的泡沫輕輕帶過，按乾，再薄擦一層刺青修護凝膠。癢的時候用按的，不抓也不撕。',
  ],
  [headings.dayAfter, '防曬，讓顏色留得久', '乾燥會讓圖案看起來霧霧的，日曬會讓顏色變淡。白天防曬，晚上以 07 或凝膠保濕，之後每天都是。'],
] as const;

const AVOID = [
  '泡溫泉、游泳與三溫暖，至少兩週',
  '直接曬太陽、助曬與日光浴',
  '含酒精、香精或酸類的保養品',
  '緊身衣物反覆摩擦同一塊皮膚',
  '用毛巾搓、用指甲摳',
];

export default function TattooCare({ loaderData: { care } }: Route.ComponentProps) {
  const gel = care.find(({ product }) => product.productId === 14)?.product;
  return (
    <>
      <div className="ground-flat tone-hydrate">
        <div className="page grid gap-6 pt-4 pb-8 desk:grid-cols-2 desk:items-center desk:gap-12 desk:pb-16">
          <div>
            <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: '刺青後的保養' }]} />
            {/* A line ends between the phrases, never inside a word. */}
            <h1 className="mt-4 text-h1">
              {headings.tattoo.split(/(?<=，)/).map((phrase) => (
                <span key={phrase} className="inline-block">
                  {phrase}
                </span>
              ))}
            </h1>
            <p className="mt-4 max-w-[26em] text-lg text-ink-2">
              圖案完成的那一天，保養才開始。接下來的兩週，皮膚要的只有乾淨、濕潤，和一點耐心。
            </p>
            {gel?.available && (
              <p className="mt-6">
                <LinkButton to={`/product/${gel.slug}`}>看{gel.nameZh}</LinkButton>
              </p>
            )}
          </div>
          <ContentPicture picture={ARM} priority sizes="(min-width: 56.25rem) 36rem, 100vw" className="h-auto w-full rounded-3" />
        </div>
      </div>
      <Section title={headings.days} intro="每個人癒合的速度不同。出現腫脹、化膿或發燒時，請立即就醫。">
        <ol className="grid gap-8 desk:grid-cols-3">
          {DAYS.map(([when, title, text]) => (
            <li key={when} className="border-t-2 border-ink pt-4">
              <h3 className="text-h3">{when}</h3>
              <p className="mt-2 font-semibold">{title}</p>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      {gel && (
        <Section title={headings.how}>
          <div className="grid gap-8 desk:grid-cols-2 desk:gap-16">
            {gel.images[0] && (
              <Picture
                image={`${gel.images[0]}-texture`}
                alt={`${gel.nameZh}的質地`}
                sizes="(min-width: 56.25rem) 34rem, 100vw"
                className="aspect-[4/3] h-auto w-full rounded-3 object-cover"
              />
            )}
            <ol className="grid content-center gap-5">
              {[
                '洗淨雙手。用微溫的水與泡沫清潔，十秒沖掉，以紙巾按乾。',
                '取一粒紅豆大小，順著圖案的方向薄薄推開，看得見光澤就夠了。',
                '等兩分鐘再穿衣服。第一次使用，請先在圖案旁的皮膚試 24 小時。',
              ].map((text, place) => (
                <li key={text} className="flex gap-4">
                  <span aria-hidden className="font-serif text-h3 leading-tight font-semibold text-brand">
                    {place + 1}
                  </span>
                  {text}
                </li>
              ))}
            </ol>
          </div>
        </Section>
      )}
      <Section title={headings.avoid}>
        <ul className="grid border-t border-line desk:grid-cols-2 desk:gap-x-16">
          {AVOID.map((text) => (
            <li key={text} className="border-b border-line py-3">
              {text}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={headings.care}>
        <CareList steps={care} />
      </Section>
    </>
  );
}
