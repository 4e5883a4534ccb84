import { ChevronDown, Menu, PackageSearch, ShoppingBag, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useMember } from '../../lib/stores/member.ts';
import { countItems, useCart } from '../../lib/stores/cart.ts';
import { useShop } from '../../lib/shop.ts';
import { FEATURES, featurePath } from '../catalogue/features.ts';

const item = 'inline-flex min-h-11 items-center rounded-2 px-3 hover:bg-sunken aria-[current=page]:font-semibold';

/** Guests load no code of accounts. */
const MemberMenu = lazy(() => import('../account/member-menu.tsx').then((module) => ({ default: module.MemberMenu })));
const MemberLinks = lazy(() => import('../account/member-menu.tsx').then((module) => ({ default: module.MemberLinks })));

/** 登入, or the member's menu. Both have the same width, so nothing moves when the session is known. */
function AccountLink() {
  const isMember = useMember(({ status }) => status === 'member');
  const link = (
    <NavLink to="/login" className={`${item} min-w-24 justify-center`}>
      登入
    </NavLink>
  );
  if (!isMember) return link;
  return (
    <Suspense fallback={link}>
      <MemberMenu />
    </Suspense>
  );
}

export function Header() {
  const { brand } = useShop();
  return (
    <header className="sticky top-0 z-40 low:static border-b border-line bg-paper">
      <div className="page flex h-16 items-center justify-between gap-2">
        <Link
          to="/"
          className="-ms-2 inline-flex min-h-11 items-center rounded-2 px-2 font-serif text-xl font-semibold tracking-wide whitespace-nowrap uppercase"
          aria-label={`${brand} 首頁`}
        >
          {brand}
        </Link>
        <nav aria-label="主選單" className="flex items-center gap-1">
          <div className="hidden items-center gap-1 desk:flex">
            <NavLink to="/product" end className={item}>
              系列商品
            </NavLink>
            <FeatureMenu />
            <NavLink to="/search-order" className={item}>
              訂單查詢
            </NavLink>
            <AccountLink />
          </div>
          <CartLink />
          <MobileMenu />
        </nav>
      </div>
    </header>
  );
}

/** The count of the cart. It appears after hydration in a reserved space. */
function CartLink() {
  const { items, status } = useCart();
  const count = countItems(items);
  const known = status === 'ready';
  return (
    <NavLink to="/payment" className={`${item} shrink-0 gap-2 max-wide:px-2`} aria-label={known ? `購物車，${count} 件商品` : '購物車'}>
      <ShoppingBag size={20} aria-hidden />
      <span className="hidden wide:inline">購物車</span>
      <span
        aria-hidden
        className={`num grid h-6 min-w-8 place-items-center rounded-full px-2 text-sm ${known ? 'bg-brand text-surface' : ''}`}
      >
        {known ? count : ''}
      </span>
    </NavLink>
  );
}

function FeatureMenu() {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const close = () => {
    if (ref.current) ref.current.open = false;
  };
  useEffect(close, [key]);
  useEffect(() => {
    const outside = (event: Event) => event.target instanceof Node && !ref.current?.contains(event.target) && close();
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  return (
    <details
      ref={ref}
      className="group relative"
      onBlur={(event) => event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !ref.current?.open) return;
        close();
        ref.current.querySelector('summary')?.focus();
      }}
    >
      <summary className={`${item} list-none gap-1 [&::-webkit-details-marker]:hidden`}>
        依膚況選購
        <ChevronDown size={18} aria-hidden className="transition-transform group-open:rotate-180" />
      </summary>
      <ul className="absolute end-0 top-full mt-2 w-56 rounded-3 border border-line bg-surface p-2 shadow-2">
        {FEATURES.map(({ key: feature, label }) => (
          <li key={feature}>
            <Link to={featurePath(feature)} className={`${item} w-full`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

const line = 'flex min-h-12 items-center rounded-2 px-3 hover:bg-sunken';

function AccountLines() {
  const isMember = useMember(({ status }) => status === 'member');
  return (
    <li className="mt-3 border-t border-line pt-3">
      {isMember ? (
        <Suspense>
          <MemberLinks line={line} />
        </Suspense>
      ) : (
        <Link to="/login" className={line}>
          登入／註冊
        </Link>
      )}
    </li>
  );
}

/** A popover: it opens without script, closes on Escape and on a click outside, and restores the focus. */
function MobileMenu() {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover();
  }, [key]);
  return (
    <>
      <button
        type="button"
        popoverTarget="mobile-menu"
        aria-label="選單"
        className="grid size-11 place-items-center rounded-2 hover:bg-sunken desk:hidden"
      >
        <Menu size={22} aria-hidden />
      </button>
      <div
        ref={ref}
        id="mobile-menu"
        popover="auto"
        className="m-0 ms-auto h-dvh w-[min(20rem,85vw)] overflow-y-auto border-s border-line bg-surface p-4 shadow-3 backdrop:bg-ink/40"
      >
        <div className="mb-2 flex items-center justify-between">
          <p className="px-3 font-semibold">選單</p>
          <button
            type="button"
            popoverTarget="mobile-menu"
            popoverTargetAction="hide"
            aria-label="關閉選單"
            className="grid size-11 place-items-center rounded-2 hover:bg-sunken"
          >
            <X size={22} aria-hidden />
          </button>
        </div>
        <ul>
          <li>
            <Link to="/product" className={`${line} font-semibold`}>
              系列商品
            </Link>
          </li>
          <li>
            <p className="mt-3 px-3 text-sm text-ink-3">依膚況選購</p>
            <ul>
              {FEATURES.map(({ key: feature, label }) => (
                <li key={feature}>
                  <Link to={featurePath(feature)} className={line}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
          <AccountLines />
          <li className="mt-3 border-t border-line pt-3">
            <Link to="/search-order" className={`${line} gap-2`}>
              <PackageSearch size={20} aria-hidden />
              訂單查詢
            </Link>
          </li>
        </ul>
      </div>
    </>
  );
}
