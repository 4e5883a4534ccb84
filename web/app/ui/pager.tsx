import { Link } from 'react-router-dom';

/** Links to the pages of a list. `to`: the address of a page. */
export function Pager({ page, pages, to, label }: { page: number; pages: number; to: (page: number) => string; label: string }) {
  if (pages <= 1) return null;
  const near = Array.from({ length: pages }, (_, place) => place + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= 2,
  );
  const link = 'num filled-if-current grid size-11 place-items-center rounded-2 border border-line bg-surface hover:border-line-strong';
  return (
    <nav aria-label={label} className="mt-10">
      <ul className="flex flex-wrap justify-center gap-2">
        {near.map((one, place) => (
          <li key={one} className="flex items-center gap-2">
            {place > 0 && one - (near[place - 1] ?? one) > 1 && <span aria-hidden>…</span>}
            <Link
              to={to(one)}
              preventScrollReset={false}
              aria-label={`第 ${one} 頁`}
              aria-current={one === page ? 'page' : undefined}
              className={link}
            >
              {one}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
