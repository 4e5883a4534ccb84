import { ChevronDown, ExternalLink } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Icon } from '../../ui/icon.tsx';
import { headings, MENU } from './messages.ts';
import { HELP_PAGES } from './pages.ts';

const line =
  'flex min-h-11 items-center justify-between gap-2 rounded-2 px-3 hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand';

function HelpList({ className }: { className: string }) {
  const { pathname } = useLocation();
  return (
    <ul className={className}>
      {HELP_PAGES.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={line} aria-current={pathname === to ? 'page' : undefined}>
            {label}
          </Link>
        </li>
      ))}
      <li className="mt-2 border-t border-line pt-2">
        <Link to="/search-order" className={line}>
          訂單查詢
        </Link>
      </li>
      <li>
        <a href="/product-instruction" target="_blank" rel="noopener" className={line}>
          商品使用說明
          <Icon of={ExternalLink} size={16} className="shrink-0" />
          <span className="sr-only">（另開新視窗）</span>
        </a>
      </li>
    </ul>
  );
}

/** A page of the help centre: the list beside it on a computer, in a fold above it on a phone. A choice closes the fold. */
export function HelpFrame({ label, children }: { label: string; children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    const details = fold.current;
    // Not at the beginning: the fold may be opened before hydration.
    return () => void (details && (details.open = false));
  }, [key]);
  const isLanding = label === headings.landing;
  return (
    <div className="page pt-4">
      <Breadcrumb
        crumbs={
          isLanding
            ? [{ label: '首頁', to: '/' }, { label }]
            : [{ label: '首頁', to: '/' }, { label: headings.landing, to: '/help/cs-landing' }, { label }]
        }
      />
      <div className="mt-2 grid gap-6 desk:grid-cols-[14rem_minmax(0,1fr)] desk:gap-14">
        <nav aria-label={MENU} className="hidden desk:sticky desk:top-24 desk:block desk:self-start">
          <HelpList className="-ms-3" />
        </nav>
        <details ref={fold} className="group rounded-2 border border-line-strong bg-surface desk:hidden">
          <summary className="flex min-h-12 list-none items-center justify-between px-4 font-semibold [&::-webkit-details-marker]:hidden">
            <span>
              <span className="sr-only">{MENU}：</span>
              {label}
            </span>
            <Icon of={ChevronDown} size={20} className="transition-transform group-open:rotate-180" />
          </summary>
          <nav aria-label={`${MENU}（手機）`}>
            <HelpList className="border-t border-line p-2" />
          </nav>
        </details>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}
