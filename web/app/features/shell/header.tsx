import { ChevronDown, Menu, Search, ShoppingBag, X } from 'lucide';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useMember } from '../../lib/stores/member.ts';
import { countItems, useCart } from '../../lib/stores/cart.ts';
import { useShop } from '../../lib/shop.ts';
import { Icon } from '../../ui/icon.tsx';
import { DropDown, item } from './drop-down.tsx';
import { BRAND, BY_FEATURE, BY_SKIN, READING, type MenuLink } from './menu.ts';

/** Guests load no code of accounts. */
const MemberMenu = lazyPart(() => import('../account/member-menu.tsx').then((module) => module.MemberMenu));
const MemberLinks = lazyPart(() => import('../account/member-menu.tsx').then((module) => module.MemberLinks));

const SearchBox = lazyPart(() => import('../reading/search-box.tsx').then((module) => module.SearchBox));

type Account = { label: string; className: string; children: ReactNode };

/** The way to sign in, or a member's menu as `children`; until its code is loaded, the way to the member's pages. */
function Account({ label, className, children }: Account) {
  const isMember = useMember(({ status }) => status === 'member');
  const link = (
    <NavLink to={isMember ? '/member' : '/login'} className={className}>
      {isMember ? '會員' : label}
    </NavLink>
  );
  return isMember ? <Suspense fallback={link}>{children}</Suspense> : link;
}

export function Header() {
  const { brand } = useShop();
  return (
    <header className="sticky top-0 z-40 low:static border-b border-line bg-paper">
      <div className="page flex min-h-16 flex-wrap items-center justify-between gap-x-2">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center rounded-2 font-serif text-xl font-semibold tracking-wide whitespace-nowrap uppercase"
          aria-label={`${brand} 首頁`}
        >
          <span translate="no">{brand}</span>
        </Link>
        <nav aria-label="主選單" className="flex items-center gap-1">
          <div className="hidden items-center gap-1 desk:flex">
            <NavLink to="/product" end className={item}>
              系列商品
            </NavLink>
            <DropDown label="依膚質選購" wide>
              <MenuGroup title="膚質" links={BY_SKIN} className={`${item} w-full`} />
              <MenuGroup title="膚況" links={BY_FEATURE} className={`${item} w-full`} />
            </DropDown>
            <DropDown label="保養知識">
              <MenuLinks links={[...READING, ...BRAND]} className={`${item} w-full`} />
            </DropDown>
            <NavLink to="/search-order" className={item}>
              訂單查詢
            </NavLink>
            {/* 登入 and the menu have the same width, so nothing moves when the session is known. */}
            <Account label="登入" className={`${item} min-w-24 justify-center`}>
              <MemberMenu />
            </Account>
          </div>
          <SearchLink />
          <CartLink />
          <MobileMenu />
        </nav>
      </div>
    </header>
  );
}

/**
 * Opens the field over the page. It is a link to the page of results as well: without script, and for a second
 * click while the field's code is not there. Narrow phones have no room for it beside the cart; the menu has it too.
 */
function SearchLink() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <NavLink
        to="/search"
        aria-label="搜尋"
        onClick={(event) => {
          if (open) return;
          event.preventDefault();
          setOpen(true);
        }}
        className="grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken max-[22.5rem]:hidden"
      >
        <Icon of={Search} size={20} />
      </NavLink>
      {open && (
        <Suspense>
          <SearchBox onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The count of the cart. It appears after hydration in a reserved space. */
function CartLink() {
  const { items, status } = useCart();
  const count = countItems(items);
  const known = status === 'ready';
  return (
    <NavLink to="/payment" className={`${item} shrink-0 gap-2 max-wide:px-2`} aria-label={known ? `購物車，${count} 件商品` : '購物車'}>
      <Icon of={ShoppingBag} size={20} />
      <span className="hidden min-[64rem]:inline">購物車</span>
      <span
        aria-hidden
        className={`num grid h-6 min-w-8 place-items-center rounded-full px-2 text-sm ${known && count > 0 ? 'bg-brand text-surface' : 'text-ink-3'}`}
      >
        {known ? count : ''}
      </span>
    </NavLink>
  );
}

const MenuLinks = ({ links, className }: { links: readonly MenuLink[]; className: string }) => (
  <ul>
    {links.map(({ to, label }) => (
      <li key={to}>
        <Link to={to} className={className}>
          {label}
        </Link>
      </li>
    ))}
  </ul>
);

const MenuGroup = ({ title, ...links }: { title: string } & Parameters<typeof MenuLinks>[0]) => (
  <div>
    <p className="px-3 pt-1 text-sm text-ink-3">{title}</p>
    <MenuLinks {...links} />
  </div>
);

const line = 'flex min-h-12 items-center rounded-2 px-3 hover:bg-sunken';

/** A part of the phone menu that unfolds. */
const Fold = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className="group">
    <summary className={`${line} list-none justify-between font-semibold [&::-webkit-details-marker]:hidden`}>
      {label}
      <Icon of={ChevronDown} size={20} className="transition-transform group-open:rotate-180" />
    </summary>
    <div className="ps-3">{children}</div>
  </details>
);

/**
 * A popover: it opens without script, closes on Escape and on a click outside, and restores the focus. Safari has popovers since 17
 * only: a script of the page shows the menu in an older one (entry.server.tsx).
 */
function MobileMenu() {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // A new page closes the menu, but not the hydration: the menu may be opened before it.
  useEffect(() => {
    const menu = ref.current;
    return () => menu?.hidePopover?.();
  }, [key]);
  return (
    <>
      <button
        type="button"
        popoverTarget="mobile-menu"
        aria-label="選單"
        className="grid size-11 place-items-center rounded-2 hover:bg-sunken desk:hidden"
      >
        <Icon of={Menu} size={22} />
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
            <Icon of={X} size={22} />
          </button>
        </div>
        <ul>
          <li>
            <Link to="/product" className={`${line} font-semibold`}>
              系列商品
            </Link>
          </li>
          <li>
            <Fold label="依膚質選購">
              <MenuGroup title="膚質" links={BY_SKIN} className={line} />
              <MenuGroup title="膚況" links={BY_FEATURE} className={line} />
            </Fold>
          </li>
          <li>
            <Fold label="保養知識">
              <MenuLinks links={[...READING, ...BRAND]} className={line} />
            </Fold>
          </li>
          <li className="mt-3 border-t border-line pt-3">
            <Account label="登入／註冊" className={line}>
              <MemberLinks line={line} />
            </Account>
          </li>
          <li className="mt-3 border-t border-line pt-3">
            <Link to="/search" className={line}>
              搜尋
            </Link>
            <Link to="/search-order" className={line}>
              訂單查詢
            </Link>
            <Link to="/help/cs-landing" className={line}>
              客服中心
            </Link>
          </li>
        </ul>
      </div>
    </>
  );
}
