import { Cake, Gift, HandCoins, MessageCircleHeart, UserPlus } from 'lucide';
import { headings } from '../features/brand/messages.ts';
import { TiersTable } from '../features/brand/tiers-table.tsx';
import { VIP_QUESTIONS } from '../features/brand/vip-texts.ts';
import { Section } from '../features/catalogue/section.tsx';
import { Answer, FaqList } from '../features/help/faq-list.tsx';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { useShop } from '../lib/shop.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/vip-rights';

export const loader = () => ({ questions: VIP_QUESTIONS });

export function meta({ matches }: Route.MetaArgs) {
  const root = rootData(matches);
  return pageMeta(root, {
    title: headings.vip,
    description: '好友與創始會員的禮遇：首購折 NT$200（滿千）、1.5% 購物金回饋、生日禮與推薦好友。',
    path: '/vip-rights',
    share: 'benefits',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [headings.vip, '/vip-rights'],
      ]),
    ],
  });
}

const FIVE = [
  [Gift, headings.first, '註冊就有一張，第一筆訂單滿 NT$1,000 可以使用。'],
  [HandCoins, headings.offset, '商品與運費都能折，最多折到零元。'],
  [UserPlus, headings.referral, '好友得 NT$100 優惠券，您得他首購金額的 3%。'],
  [Cake, headings.birthday, '生日當月的一份心意，每年一次。'],
  [MessageCircleHeart, headings.advice, '拍一張照片傳到 LINE，由受過訓練的人回覆。'],
] as const;

export default function VipRights({ loaderData: { questions } }: Route.ComponentProps) {
  const { chatUrl, facebookUrl } = useShop();
  return (
    <>
      <div className="ground-flat tone-func">
        <div className="page grid gap-4 pt-4 desk:grid-cols-2 desk:items-end desk:gap-12">
          <div className="desk:pb-24">
            <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.vip }]} />
            <h1 className="mt-4 text-h1 desk:mt-16">{headings.vip}</h1>
            <p className="mt-4 max-w-[26em] text-lg break-keep text-ink-2">
              不收年費，也不集點。買過一次，下一次就便宜一點；前&nbsp;1,000&nbsp;位，再多一點。
            </p>
            <p className="mt-6 flex flex-wrap gap-3">
              <LinkButton to="/register">免費註冊</LinkButton>
              <a href="#compare" className="btn btn-line">
                比較兩種會員
              </a>
            </p>
          </div>
          <Picture
            image="radiance-set-cutout"
            alt="05 與 08 裝成一組"
            sizes="(min-width: 56.25rem) 32rem, 80vw"
            priority
            className="mx-auto h-auto w-4/5 desk:w-full desk:max-w-lg"
          />
        </div>
      </div>
      <Section title={headings.five}>
        <ol className="grid gap-x-8 gap-y-6 wide:grid-cols-2 desk:grid-cols-5">
          {FIVE.map(([icon, title, text]) => (
            <li key={title} className="block border-t-2 border-ink pt-4">
              <Icon of={icon} size={24} className="text-brand" />
              <h3 className="mt-3 text-lg">{title}</h3>
              <p className="num mt-1 text-sm text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <div id="compare">
        <Section title={headings.compare}>
          <TiersTable />
        </Section>
      </div>
      <Section title={headings.credit}>
        <ol className="num grid gap-8 desk:grid-cols-3">
          {[
            ['得到', '創始會員每一筆訂單送達後，回饋實付金額（不含運費）的 1.5%；推薦好友的 3% 在好友收到商品七天後發放。'],
            ['使用', '結帳時輸入要折的金額，1 點就是 NT$1。先折商品，再折運費。'],
            ['期限', '自發放日起 365 天。快到期的會先被用掉，不需要自己算。'],
          ].map(([name, text]) => (
            <li key={name}>
              <p className="font-serif text-h3 font-semibold">{name}</p>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title={headings.gifts}>
        <div className="grid items-center gap-6 rounded-3 bg-brand p-6 text-surface desk:grid-cols-[2fr_3fr] desk:gap-12 desk:p-10">
          <Picture
            image="travel-set"
            alt="旅行組：01、02、07 的旅行裝"
            sizes="(min-width: 56.25rem) 24rem, 100vw"
            className="aspect-[4/3] h-auto w-full rounded-2 object-cover"
          />
          <div className="num">
            <p className="text-lg break-keep">新會員註冊後七天內購物滿 NT$1,000，隨單附上一份旅行組（價值&nbsp;NT$1,150）。</p>
            <p className="mt-3 text-sm">成為創始會員之後，每年生日當月的訂單會附上一份專屬保養組：01 與 02 的旅行裝。</p>
          </div>
        </div>
      </Section>
      <Section title={headings.questions}>
        <FaqList entries={questions.map(({ id, q, a }) => ({ id, q, answer: <Answer text={a} /> }))} name="vip-faq" />
      </Section>
      <Section title={headings.follow}>
        <p className="flex flex-wrap gap-3">
          {chatUrl && (
            <a href={chatUrl} target="_blank" rel="noopener" className="btn">
              加入 LINE 官方帳號<span className="sr-only">（另開新視窗）</span>
            </a>
          )}
          {facebookUrl && (
            <a href={facebookUrl} target="_blank" rel="noopener" className="btn btn-line">
              追蹤 Facebook<span className="sr-only">（另開新視窗）</span>
            </a>
          )}
        </p>
      </Section>
    </>
  );
}
