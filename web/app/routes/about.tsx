import { Section } from '../features/catalogue/section.tsx';
import { headings } from '../features/brand/messages.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Carousel } from '../ui/carousel.tsx';
import { Drawn } from '../ui/drawn.tsx';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/about';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: '品牌故事',
    description: 'Nordhaut 從德國南部一間藥局的後院開始：人體同源與仿生成分、小批次生產、做好就空運來台，最後只留下八個號碼。',
    path: '/about',
    share: 'about',
  });
}

/** ms (spec/1-catalogue-and-content §2) */
const EVERY = 3000;

const SLIDES = [
  [
    'about-forest',
    '山坡上的針葉林與小路',
    headings.forest,
    '德國南部，冬天有半年的乾冷。藥局的後院有一間小工作室，為附近的人調一罐不會刺的乳霜。',
  ],
  ['about-lab', '桌上的燒瓶與試管', headings.lab, '我們不從流行的成分開始，而從角質層裡本來就有的開始：神經醯胺、膽固醇、天然保濕因子。'],
  ['about-flight', '飛機越過雲層', headings.flight, '一次只做一小批，裝瓶後以空運來台。瓶底的批號，可以查到它是哪一天做的。'],
  [
    'about-bath',
    '浴室裡的鏡子、植物與一罐乳霜',
    headings.bath,
    '刪掉重複的，留下做得到的。八瓶，各有一個號碼；手上有哪幾瓶，就由小用到大。',
  ],
] as const;

const FIGURES = [
  ['8', '瓶', '臉部保養的全部。每一瓶只做一件事。'],
  ['10,000＋', '位', '美容師在工作室裡使用，療程之後擦的也是它。'],
  ['24', '小時', '新產品先在手背上試這麼久，再擦到臉上。'],
  ['4', '個月', '開封後的使用期限。份量也照這個時間設計。'],
] as const;

const NEVER = ['色素', '礦物油', '香精', '皂鹼', '矽靈', '動物性脂質'];

export const loader = () => ({ figures: FIGURES, never: NEVER });

export default function About({ loaderData: { figures, never } }: Route.ComponentProps) {
  return (
    <>
      <div className="page pt-4">
        <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: '品牌故事' }]} />
        <h1 className="mt-4 text-h1">{headings.about}</h1>
        <p className="mt-4 mb-8 max-w-[28em] text-lg text-ink-2">
          Nordhaut 是「北方的皮膚」。那裡的人相信，好的保養像好的大衣：合身、耐用，不需要每一季換一件。
        </p>
        <Carousel label="品牌的四個片段" slide="w-full" every={EVERY} gap="gap-4" bleed>
          {SLIDES.map(([name, alt, title, text], place) => (
            <div key={name} className="grid h-full overflow-clip rounded-3 border border-line bg-surface desk:grid-cols-[3fr_2fr]">
              <Drawn name={name} alt={alt} ratio={[3, 2]} priority={place === 0} className="h-auto w-full" />
              <div className="p-6 desk:self-center desk:p-10">
                <h2 className="text-h2">{title}</h2>
                <p className="mt-3 text-ink-2">{text}</p>
              </div>
            </div>
          ))}
        </Carousel>
      </div>
      <Section title={headings.human}>
        <div className="grid gap-8 desk:grid-cols-2 desk:gap-16">
          <div className="measure grid gap-4 self-center text-ink-2">
            <p>
              <strong className="text-ink">人體同源</strong>
              ，是肌膚自己會做的東西：神經醯胺、膽固醇、玻尿酸、胺基酸、輔酶 Q10。年紀、日曬與熱水讓它們變少，我們照原來的結構補回去。
            </p>
            <p>
              <strong className="text-ink">仿生</strong>
              ，是向肌膚學做法：乳霜做成一層一層的薄片，和角質層的脂質排法相同；胜肽只有幾個胺基酸，長得像肌膚用來傳話的那幾個。
            </p>
            <p>認得的東西，肌膚比較不會抗議。這是我們對「溫和」的定義。</p>
          </div>
          <Picture
            image="repair-essence-texture"
            alt="修護精華液的質地，琥珀色的水珠"
            sizes="(min-width: 56.25rem) 34rem, 100vw"
            className="aspect-[4/3] h-auto w-full rounded-3 object-cover"
          />
        </div>
      </Section>
      <Section title={headings.numbers}>
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(max(8rem,(100%-1.5rem)/2),1fr))] gap-x-6 gap-y-10 desk:grid-cols-4">
          {figures.map(([figure, unit, text]) => (
            <div key={text} className="border-t-2 border-ink pt-4">
              <dt className="num whitespace-nowrap">
                <span className="font-serif text-h2 font-semibold">{figure}</span> {unit}
              </dt>
              <dd className="mt-1 text-sm text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={headings.never} intro="不是因為它們都有害，而是我們不需要它們。">
        <ul className="flex flex-wrap gap-3">
          {never.map((name) => (
            <li key={name} className="rounded-full border border-line-strong bg-surface px-5 py-2">
              <s className="decoration-ink-3">{name}</s>
            </li>
          ))}
        </ul>
      </Section>
      <div className="page pt-16 desk:pt-24">
        <div className="tint tone-hydrate grid items-center gap-6 rounded-3 p-6 desk:grid-cols-2 desk:p-12">
          <div>
            <h2 className="text-h2">{headings.try}</h2>
            <p className="mt-3 text-ink-2">多數單品隨附試用品；收到商品的隔日起七天內，不合適可以退。</p>
            <p className="mt-6 flex flex-wrap gap-3">
              <LinkButton to="/product">看系列商品</LinkButton>
              <LinkButton to="/product-instruction" look="line">
                看使用說明
              </LinkButton>
            </p>
          </div>
          <Picture
            image="range-cutout"
            alt="01 到 08 號商品"
            ratio={[16, 9]}
            sizes="(min-width: 56.25rem) 32rem, 100vw"
            className="h-auto w-full"
          />
        </div>
      </div>
    </>
  );
}
