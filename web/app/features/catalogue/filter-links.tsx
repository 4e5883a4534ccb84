import type { ProductFeature } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { FEATURES, featurePath } from './features.ts';

/** The list's filter: links, so that it works without script and the URL holds the state. */
export function FilterLinks({ active }: { active: ProductFeature | undefined }) {
  const link =
    'inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-sm whitespace-nowrap hover:bg-sunken aria-[current]:border-brand aria-[current]:bg-brand aria-[current]:font-semibold aria-[current]:text-surface';
  return (
    <nav aria-label="依膚況篩選">
      <ul className="flex flex-wrap gap-2">
        <li>
          <Link to="/product" preventScrollReset aria-current={active ? undefined : 'true'} className={link}>
            全部
          </Link>
        </li>
        {FEATURES.map(({ key, label }) => (
          <li key={key}>
            <Link to={featurePath(key)} preventScrollReset aria-current={key === active ? 'true' : undefined} className={link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
