import { ReviewListAnswer } from '@nordhaut/contracts';
import { headings } from '../features/reviews/messages.ts';
import { filtersOf, reviewsPath } from '../features/reviews/query.ts';
import { ReviewsBlock } from '../features/reviews/reviews-block.tsx';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import { imageFile, Picture } from '../ui/picture.tsx';
import type { Route } from './+types/product-comments';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const filters = filtersOf(new URL(request.url).searchParams);
  return { filters, answer: await load(context, ReviewListAnswer, reviewsPath(params.slug, filters)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { nameZh, slug, image } = loaderData.answer.product;
  const root = rootData(matches);
  const path = `/comments/product/${encodeURIComponent(slug)}`;
  return pageMeta(root, {
    title: `${nameZh}的評價`,
    description: `使用過${nameZh}的會員怎麼說：依膚質、年齡與評分篩選。`,
    path,
    ...(image && { image: imageFile(image, 'og.jpg') }),
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [headings.comments, '/comments'],
        [nameZh, path],
      ]),
    ],
  });
}

export default function ProductComments({ loaderData: { answer, filters } }: Route.ComponentProps) {
  const { slug, nameZh, nameEn, image, available } = answer.product;
  return (
    <div className="page pt-4">
      <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.comments, to: '/comments' }, { label: nameZh }]} />
      <div className="mt-2 mb-8 flex flex-wrap items-center gap-x-5 gap-y-4">
        {image && <Picture image={image} alt="" sizes="7rem" className="size-20 shrink-0 rounded-2 object-cover desk:size-28" />}
        <div className="min-w-0 grow basis-44">
          <h1 className="text-h2 desk:text-h1">{nameZh}</h1>
          <p lang="en" className="text-sm tracking-widest text-ink-3 uppercase">
            {nameEn}
          </p>
        </div>
        {available && (
          <LinkButton to={`/product/${slug}`} look="line">
            看商品
          </LinkButton>
        )}
      </div>
      <h2 className="sr-only">{headings.comments}</h2>
      <ReviewsBlock answer={answer} filters={filters} path={`/comments/product/${encodeURIComponent(slug)}`} />
    </div>
  );
}
