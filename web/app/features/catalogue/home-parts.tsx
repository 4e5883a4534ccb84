import { formatMoney, type ProductCard, type ProductFeature } from '@nordhaut/contracts';
import { ChevronRight, Gift, RotateCcw, Truck, Users } from 'lucide';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { FEATURES, featurePath, STEP_LABELS } from './features.ts';
import { headings } from './messages.ts';
import { Section } from './section.tsx';

const POINTS = [
  [RotateCcw, '七天鑑賞期'],
  [Gift, '首購折 NT$200（滿千）'],
  [Users, '推薦碼送好友 NT$100'],
] as const;

/** @param freeFrom NT$ from which shipping is free */
export function SellingPoints({ freeFrom }: { freeFrom: number }) {
  const points = [[Truck, `滿 ${formatMoney(freeFrom)} 免運`] as const, ...POINTS];
  return (
    <div className="border-y border-line bg-surface">
      <ul aria-label="購物保障" className="page grid grid-cols-2 gap-x-4 py-2 desk:grid-cols-4 desk:py-3">
        {points.map(([icon, text]) => (
          <li key={text} className="flex min-h-11 items-center gap-2.5 text-sm desk:justify-center">
            <Icon of={icon} size={18} className="shrink-0 text-brand" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** 01 to 08 in one row: the brand's order of use, with a link to each product. */
export function OrderOfUse({ products }: { products: readonly ProductCard[] }) {
  const numbered = products.filter(({ number }) => number !== null).sort((a, b) => (a.number ?? '').localeCompare(b.number ?? ''));
  return (
    <Section title={headings.order} intro="例如手上有 03、05、06，就先用 03，再用 05，最後 06。顏色是保養步驟。">
      <ol className="grid grid-cols-2 gap-px overflow-clip rounded-3 border border-line bg-line desk:grid-cols-4">
        {numbered.map(({ productId, number, nameZh, step, slug, available }) => {
          const content = (
            <>
              <span className="font-serif text-[clamp(2.5rem,2rem+2vw,4rem)] leading-none font-semibold">{number}</span>
              <span>
                <span className="block font-semibold">{nameZh}</span>
                <span className="block text-sm text-ink-2">
                  {STEP_LABELS[step]}
                  {available ? '' : '・缺貨中'}
                </span>
              </span>
            </>
          );
          const tile = `tint tone-${step} flex h-full min-h-36 flex-col justify-between gap-4 p-4 desk:min-h-44 desk:p-6`;
          return (
            <li key={productId}>
              {available ? (
                <Link to={`/product/${slug}`} className={`${tile} -outline-offset-4 hover:underline`}>
                  {content}
                </Link>
              ) : (
                <div className={tile}>{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** `about`: a sentence about each filter. */
export function FeatureTiles({ about }: { about: Readonly<Record<ProductFeature, string>> }) {
  return (
    <Section title={headings.byFeature}>
      <ul className="grid gap-3 wide:grid-cols-2 desk:grid-cols-4">
        {FEATURES.map(({ key, label }) => (
          <li key={key}>
            <Link
              to={featurePath(key)}
              className="group flex h-full justify-between gap-3 rounded-3 border border-line bg-surface p-5 hover:border-line-strong"
            >
              <span>
                <span className="block font-serif text-h3 font-semibold">{label}</span>
                <span className="mt-1 block text-sm text-ink-2">{about[key]}</span>
              </span>
              <Icon of={ChevronRight} size={20} className="shrink-0 self-center text-ink-3" />
            </Link>
          </li>
        ))}
        <li>
          <Link
            to="/product"
            className="flex h-full items-center justify-between gap-3 rounded-3 bg-brand p-5 text-surface hover:bg-brand-hover"
          >
            <span className="font-semibold">看全部商品</span>
            <Icon of={ChevronRight} size={20} className="shrink-0" />
          </Link>
        </li>
      </ul>
    </Section>
  );
}
