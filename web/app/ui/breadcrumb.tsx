import { Link } from 'react-router-dom';

export type Crumb = { label: string; to?: string };

/** The path from the home page to this page; the last entry is this page. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="目前位置">
      <ol className="flex flex-wrap items-center text-sm text-ink-3">
        {crumbs.map(({ label, to }, place) => (
          <li key={label} className="flex items-center">
            {to ? (
              <Link to={to} className="-mx-2 inline-flex min-h-11 items-center px-2 hover:text-ink hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current={place === crumbs.length - 1 ? 'page' : undefined} className="text-ink-2">
                {label}
              </span>
            )}
            {/* After the label, so that no line begins with it. */}
            {place < crumbs.length - 1 && (
              <span aria-hidden className="px-2 text-line-strong">
                /
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
