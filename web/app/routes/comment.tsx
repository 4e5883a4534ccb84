import { ReviewAnswer } from '@nordhaut/contracts';
import { data } from 'react-router-dom';
import * as z from 'zod/mini';
import { excerptOf } from '../features/reviews/excerpt.ts';
import { headings } from '../features/reviews/messages.ts';
import { ReviewItem } from '../features/reviews/review-item.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import { imageFile } from '../ui/picture.tsx';
import type { Route } from './+types/comment';

/** A missing review is a 404 with its own words (spec/1-catalogue-and-content §8). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const response = await context.apiFetch(`/api/content/reviews/${encodeURIComponent(params.reviewId)}`);
  if (response.status === 404 || response.status === 400) return data({ review: null }, { status: 404 });
  if (!response.ok) throw data(null, { status: 503, headers: { 'Retry-After': '2' } });
  return data({ review: z.parse(ReviewAnswer, await response.json()).review });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const review = loaderData?.review;
  return pageMeta(rootData(matches), {
    title: review ? `${review.title || review.product.nameZh}｜評價` : '找不到此評論',
    description: excerptOf(review?.content ?? '', 120).text || '商品評價',
    path: review ? `/comments/post/${review.reviewId}` : '/comments',
    ...(review?.product.image && { image: imageFile(review.product.image, 'og.jpg') }),
    noIndex: !review,
  });
}

export default function Comment({ loaderData: { review } }: Route.ComponentProps) {
  if (!review)
    return (
      <div className="page grid justify-items-start gap-6 py-16">
        <h1 className="font-sans! text-h2">404 找不到此評論</h1>
        <LinkButton to="/comments" look="line">
          看其他評價
        </LinkButton>
      </div>
    );
  // A product that is not launched has no page, and a withdrawn one no list of reviews either.
  const { slug, nameZh, available } = review.product;
  return (
    <div className="page max-w-3xl pt-4">
      <Breadcrumb
        crumbs={[
          { label: headings.comments, to: '/comments' },
          available ? { label: nameZh, to: `/comments/product/${slug}` } : { label: nameZh },
          { label: review.title || `${review.name}的評價` },
        ]}
      />
      <div className="mt-6">
        <ReviewItem review={review} linked={false} level={1} />
      </div>
      <p className="mt-10 flex flex-wrap gap-3">
        {available && <LinkButton to={`/product/${slug}`}>看{nameZh}</LinkButton>}
        <LinkButton to={available ? `/comments/product/${slug}` : '/comments'} look="line">
          {available ? '這瓶的所有評價' : '看其他評價'}
        </LinkButton>
      </p>
    </div>
  );
}
