import { Link, useLocation } from 'react-router-dom';
import { useShop } from '../../lib/shop.ts';
import { BRAND, BY_SKIN, HELP, READING, type MenuLink } from './menu.ts';
import { headings } from './messages.ts';

const line = 'inline-flex min-h-11 min-w-11 items-center hover:underline';

const SHOPPING: readonly MenuLink[] = [{ to: '/product', label: '系列商品' }, ...BY_SKIN];

function Column({ title, links }: { title: string; links: readonly MenuLink[] }) {
  return (
    <nav aria-label={`頁尾：${title}`}>
      <h2 className="text-h3">{title}</h2>
      <ul className="mt-3 text-sm text-ink-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link className={line} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Footer() {
  const { pathname } = useLocation();
  const { brand, email, phone, hours, chatUrl, facebookUrl, instagramUrl } = useShop();
  const pages = [
    ['LINE', chatUrl],
    ['Facebook', facebookUrl],
    ['Instagram', instagramUrl],
  ] as const;
  return (
    <footer className={`mt-24 border-t border-line bg-surface ${pathname === '/payment' ? 'with-step' : ''}`}>
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 py-12 mid:grid-cols-4 desk:grid-cols-[1.8fr_1fr_1fr_1fr_1fr] desk:py-16">
        <div className="max-desk:col-span-full">
          <p translate="no" className="font-serif text-xl font-semibold tracking-wide uppercase">
            {brand}
          </p>
          <p className="measure mt-3 text-sm break-keep text-ink-2">
            德國實驗室配方，人體同源與仿生成分，德國製造、空運來台。每瓶一個號碼，由小到大使用。
          </p>
          <ul className="mt-4 text-sm text-ink-2">
            <li>
              <a className={line} href={`mailto:${email}`}>
                {email}
              </a>
            </li>
            <li>
              <a className={`${line} num`} href={`tel:${phone.replaceAll(' ', '')}`}>
                {phone}
              </a>
            </li>
            <li className="num flex min-h-11 items-center">客服時間 {hours}</li>
          </ul>
          <ul aria-label="社群" className="mt-2 flex flex-wrap gap-x-6 text-sm">
            {pages.map(
              ([name, url]) =>
                url && (
                  <li key={name}>
                    <a className={line} href={url} target="_blank" rel="noopener">
                      {name}
                    </a>
                  </li>
                ),
            )}
          </ul>
        </div>
        <Column title={headings.shopping} links={SHOPPING} />
        <Column title={headings.reading} links={READING} />
        <Column title={headings.brand} links={BRAND} />
        <Column title={headings.support} links={HELP} />
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 py-2 text-xs text-ink-3">
          <p className="py-2">
            © <span translate="no">{brand}</span>．售價以新台幣計，含 5% 營業稅
          </p>
          <p className="flex flex-wrap gap-x-6">
            <Link className={line} to="/privacy">
              隱私權政策
            </Link>
            <Link className={line} to="/help/termsAndConditions">
              服務條款
            </Link>
            <Link className={line} to="/cookie-settings">
              Cookie 設定
            </Link>
          </p>
        </div>
      </div>
    </footer>
  );
}
