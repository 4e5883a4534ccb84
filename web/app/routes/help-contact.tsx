import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { HelpFrame } from '../features/help/help-frame.tsx';
import { headings } from '../features/help/messages.ts';
import { SellerFacts } from '../features/legal/seller.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useShop } from '../lib/shop.ts';
import type { Route } from './+types/help-contact';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: headings.contact,
    description: '客服、合作與採購的電子信箱，LINE 官方帳號與服務時間。',
    path: '/help/contact-us',
    share: 'contact',
  });
}

const Mail = ({ to }: { to: string }) => (
  <a href={`mailto:${to}`} className="link inline-flex min-h-11 items-center">
    {to}
  </a>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-x-8 border-t border-line py-6 wide:grid-cols-[10rem_minmax(0,1fr)]">
    <h2 className="text-h3">{title}</h2>
    <div className="mt-2 grid gap-1 wide:mt-0">{children}</div>
  </section>
);

export default function HelpContact() {
  const { email, phone, hours, businessEmail, procurementEmail, chatUrl, chatHours, facebookUrl, instagramUrl, seller } = useShop();
  return (
    <HelpFrame label={headings.contact}>
      <h1 className="text-h1">{headings.contact}</h1>
      <p className="measure mt-3 mb-8 text-lg text-ink-2">選一個您習慣的方式。關於訂單的問題，附上訂單編號會快很多。</p>
      <Part title={headings.customers}>
        <p className="text-ink-2">訂單、配送、退換貨、膚況與商品使用。</p>
        <p>
          <Mail to={email} />
        </p>
        <p className="num">
          <a href={`tel:${phone.replaceAll(' ', '')}`} className="link inline-flex min-h-11 items-center">
            {phone}
          </a>
          <span className="ms-4 inline-block text-ink-2">每日 {hours}</span>
        </p>
      </Part>
      {chatUrl && (
        <Part title="LINE">
          <p className="num text-ink-2">{chatHours}，國定假日除外。加入好友後，直接傳訊息即可。</p>
          <p>
            <a href={chatUrl} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center">
              加入 LINE 官方帳號<span className="sr-only">（另開新視窗）</span>
            </a>
          </p>
        </Part>
      )}
      <Part title={headings.business}>
        <p className="text-ink-2">媒體、通路、美容沙龍與異業合作：</p>
        <p>
          <Mail to={businessEmail} />
        </p>
        <p className="text-ink-2">企業採購與大量訂購：</p>
        <p>
          <Mail to={procurementEmail} />
        </p>
        <p>
          <Link to="/corporate-gifts" className="link inline-flex min-h-11 items-center">
            填寫企業贈禮的詢問
          </Link>
        </p>
      </Part>
      {(facebookUrl || instagramUrl) && (
        <Part title={headings.social}>
          <p className="text-ink-2">新品、保養知識與活動會先在社群上公布。訂單的問題請用上面的方式聯絡，我們不在留言中處理個人資料。</p>
          <p className="flex gap-6">
            {[
              ['Facebook', facebookUrl],
              ['Instagram', instagramUrl],
            ].map(
              ([name, url]) =>
                url && (
                  <a key={name} href={url} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center">
                    {name}
                    <span className="sr-only">（另開新視窗）</span>
                  </a>
                ),
            )}
          </p>
        </Part>
      )}
      {seller && (
        <Part title={headings.seller}>
          <SellerFacts {...seller} />
        </Part>
      )}
    </HelpFrame>
  );
}
