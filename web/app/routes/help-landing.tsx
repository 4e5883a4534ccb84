import { CircleHelp, PackageSearch, RotateCcw, ShieldCheck } from 'lucide';
import { Link } from 'react-router-dom';
import { HelpFrame } from '../features/help/help-frame.tsx';
import { headings } from '../features/help/messages.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useShop } from '../lib/shop.ts';
import { Icon, type Shapes } from '../ui/icon.tsx';
import type { Route } from './+types/help-landing';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: headings.landing,
    description: '訂單查詢、常見問題、退換貨與付款說明，以及客服時間與聯絡方式。',
    path: '/help/cs-landing',
    share: 'help',
  });
}

const ENTRIES: readonly (readonly [Shapes, to: string, title: string, text: string])[] = [
  [PackageSearch, '/search-order', '訂單查詢', '輸入訂單編號，看包裹走到哪裡、取消訂單或申請退貨。'],
  [CircleHelp, '/help/faq', '常見問題', '購物、保養、會員與退貨，大家最常問的都在這裡。'],
  [RotateCcw, '/help/return-order', '退換貨須知', '收到商品的隔日起七天內可以退貨，運費由我們負擔。'],
  [ShieldCheck, '/help/privacy', '隱私權政策', '我們蒐集哪些資料、保存多久，以及如何要求刪除。'],
];

export default function HelpLanding() {
  const { email, helpHours, chatUrl } = useShop();
  return (
    <HelpFrame label={headings.landing}>
      <h1 className="text-h1">{headings.landing}</h1>
      <p className="measure mt-3 text-lg text-ink-2">
        不論是包裹、膚況還是發票，問題總有一個可以開始的地方。多數答案在下面四頁就能找到；找不到的，請直接問我們。
      </p>
      <section aria-labelledby="ask-first" className="mt-10">
        <h2 id="ask-first" className="text-h3">
          {headings.askFirst}
        </h2>
        <ol className="mt-4 grid gap-3 wide:grid-cols-2">
          {ENTRIES.map(([icon, to, title, text]) => (
            <li key={to} className="block">
              <Link to={to} className="flex h-full gap-4 rounded-3 border border-line bg-surface p-5 hover:border-line-strong">
                <Icon of={icon} size={24} className="mt-1 shrink-0 text-brand" />
                <span>
                  <span className="block font-semibold">{title}</span>
                  <span className="mt-1 block text-sm text-ink-2">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="talk" className="tint tone-hydrate mt-10 rounded-3 p-6 desk:p-8">
        <h2 id="talk" className="text-h3">
          {headings.talk}
        </h2>
        <p className="num mt-2">
          服務時間：{helpHours}
          <span className="inline-block">（國定假日休息）</span>
        </p>
        <p className="mt-1 text-sm text-ink-2">來信請附上訂單編號，我們會在一個工作天內回覆。</p>
        <p className="mt-5 flex flex-wrap gap-3">
          {chatUrl && (
            <a href={chatUrl} target="_blank" rel="noopener" className="btn">
              LINE 官方帳號<span className="sr-only">（另開新視窗）</span>
            </a>
          )}
          <a href={`mailto:${email}`} className="btn btn-line max-wide:px-3! max-wide:text-sm">
            {email}
          </a>
        </p>
      </section>
    </HelpFrame>
  );
}
