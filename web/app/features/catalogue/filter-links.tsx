import { FEATURES, type ProductFeature } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { featurePath } from './features.ts';

/** The list's filter: links, so that it works without script and the URL holds the state. */
export function FilterLinks({ active }: { active: ProductFeature | undefined }) {
  return (
    <nav aria-label="依膚況篩選">
      <ul className="filters">
        <li>
          <Link to="/product" preventScrollReset aria-current={active ? undefined : 'true'}>
            全部
          </Link>
        </li>
        {FEATURES.map(({ key, label }) => (
          <li key={key}>
            <Link to={featurePath(key)} preventScrollReset aria-current={key === active ? 'true' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
