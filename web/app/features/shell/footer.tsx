import { Link } from 'react-router-dom';
import { useShop } from '../../lib/shop.ts';
import { FEATURES, featurePath } from '../catalogue/features.ts';
import { headings } from './messages.ts';

const line = 'inline-flex min-h-11 items-center hover:underline';

export function Footer() {
  const { brand, email, phone, hours } = useShop();
  return (
    <footer className="mt-24 border-t border-line bg-surface">
      <div className="page grid gap-10 py-12 desk:grid-cols-[1.4fr_1fr_1fr] desk:py-16">
        <div>
          <p className="font-serif text-xl font-semibold tracking-wide uppercase">{brand}</p>
          <p className="measure mt-3 text-sm text-ink-2">
            德國實驗室配方，人體同源與仿生成分，德國製造、空運來台。每瓶一個號碼，由小到大使用。
          </p>
        </div>
        <nav aria-label="頁尾：購物">
          <h2 className="text-h3">{headings.shopping}</h2>
          <ul className="mt-3 text-sm text-ink-2">
            <li>
              <Link className={line} to="/product">
                系列商品
              </Link>
            </li>
            {FEATURES.slice(0, 3).map(({ key, label }) => (
              <li key={key}>
                <Link className={line} to={featurePath(key)}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <Link className={line} to="/search-order">
                訂單查詢
              </Link>
            </li>
          </ul>
        </nav>
        <div>
          <h2 className="text-h3">{headings.support}</h2>
          <ul className="mt-3 text-sm text-ink-2">
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
        </div>
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 py-2 text-xs text-ink-3">
          <p className="py-2">© {brand}．售價以新台幣計，含 5% 營業稅</p>
          <p className="flex gap-x-6">
            <Link className={line} to="/privacy">
              隱私權政策
            </Link>
            <Link className={line} to="/help/termsAndConditions">
              服務條款
            </Link>
          </p>
        </div>
      </div>
    </footer>
  );
}
