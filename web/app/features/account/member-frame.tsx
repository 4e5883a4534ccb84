import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NavLink, useRevalidator } from 'react-router-dom';
import { useMember } from '../../lib/stores/member.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { MEMBER_PAGES } from './member-pages.ts';

/**
 * Whether the page still has the data of the account before, because another tab changed the account. The page loads itself
 * again; a visitor comes to the page for signing in.
 */
function useIsOfAccountBefore(): boolean {
  const elsewhere = useMember((session) => session.elsewhere);
  const [loaded, setLoaded] = useState(elsewhere);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (elsewhere === loaded) return;
    let left = false;
    void revalidate().then(() => left || setLoaded(elsewhere));
    return () => {
      left = true;
    };
  }, [elsewhere, loaded, revalidate]);
  return elsewhere !== loaded;
}

/** The member area: its pages beside the content, and above it on a phone. The server renders it too. */
export function MemberFrame({ title, children }: { title: string; children: ReactNode }) {
  const row = useRef<HTMLUListElement>(null);
  const isOfAccountBefore = useIsOfAccountBefore();
  // On a phone the row scrolls sideways; the name of the open page must be in it.
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && open) row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2;
  }, [title]);
  return (
    <div className="page grid min-h-dvh content-start gap-6 pt-6 desk:grid-cols-[12rem_minmax(0,1fr)] desk:gap-12 desk:pt-12">
      <nav aria-label="會員中心" className="min-w-0">
        <ul
          ref={row}
          className="relative -mx-4 flex snap-x scroll-px-4 gap-1 overflow-x-auto px-4 [scrollbar-width:none] desk:sticky desk:top-24 desk:mx-0 desk:grid desk:px-0"
        >
          {MEMBER_PAGES.map(({ to, label }) => (
            <li key={to} className="shrink-0 snap-start">
              <NavLink
                to={to}
                className="flex min-h-11 items-center rounded-2 px-3 whitespace-nowrap text-ink-2 hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 content-start gap-6">
        <h1 className="text-h2">{title}</h1>
        {isOfAccountBefore ? <LoadingCards /> : children}
      </div>
    </div>
  );
}

const LoadingCards = ({ label }: { label?: string | undefined }) => (
  <Loading {...(label !== undefined && { label })}>
    <div className="grid gap-4 noscript:hidden">
      {label !== undefined && <p className="appear-late text-ink-2">{label}…</p>}
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-32" />
      ))}
    </div>
  </Loading>
);

/** The frame while a page's data loads. */
export function MemberLoading({ title, label }: { title: string; label?: string }) {
  return (
    <MemberFrame title={title}>
      <noscript>
        <p>會員中心需要啟用 JavaScript。</p>
      </noscript>
      <LoadingCards label={label} />
    </MemberFrame>
  );
}
