import { ReviewedProductsAnswer } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { headings } from '../features/reviews/messages.ts';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Picture } from '../ui/picture.tsx';
import { Stars } from '../ui/stars.tsx';
import type { Route } from './+types/comments';

export const loader = ({ context }: Route.LoaderArgs) => load(context, ReviewedProductsAnswer, '/api/content/reviews/products');

export function meta({ matches }: Route.MetaArgs) {
  const root = rootData(matches);
  return pageMeta(root, {
    title: headings.comments,
    description: '每一瓶的平均評分與會員寫下的使用心得，好的與不那麼好的都在這裡。',
    path: '/comments',
    share: 'reviews',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [headings.comments, '/comments'],
      ]),
    ],
  });
}

export default function Comments({ loaderData: { products } }: Route.ComponentProps) {
  return (
    <div className="page pt-4">
      <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.comments }]} />
      <h1 className="mt-2 text-h1">{headings.comments}</h1>
      <p className="measure mt-3 mb-8 text-ink-2">平均只計會員自己寫的評價。好的與不那麼好的，都照原文放在這裡。</p>
      <ul className="grid gap-4 wide:grid-cols-2 desk:grid-cols-3">
        {products.map(({ product: { productId, slug, nameZh, nameEn, image }, totals: { average, count } }) => (
          <li key={productId}>
            <Link
              to={`/comments/product/${slug}`}
              className="flex h-full items-center gap-4 rounded-3 border border-line bg-surface p-4 hover:border-line-strong"
            >
              {image && <Picture image={image} alt="" sizes="6rem" className="size-24 shrink-0 rounded-2 object-cover" />}
              <span className="min-w-0">
                <span className="block font-serif text-lg leading-snug font-semibold">{nameZh}</span>
                <span lang="en" className="block text-xs tracking-widest text-ink-3 uppercase">
                  {nameEn}
                </span>
                <span className="num mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
                  {count > 0 ? (
                    <>
                      <Stars value={average} className="text-base" /> {average.toFixed(2)}　{count} 則
                    </>
                  ) : (
                    '還沒有評價'
                  )}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
