import type { ReviewView } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Stars } from '../../ui/stars.tsx';
import { AGE_LABELS, GENDER_LABELS, SKIN_LABELS } from './messages.ts';

/** One review. `linked`: its title and its small pictures lead to its own page, which shows the pictures whole. */
export function ReviewItem({ review, linked = true, level = 3 }: { review: ReviewView; linked?: boolean; level?: 1 | 3 }) {
  const { reviewId, stars, title, content, images, gender, ageGroup, skinType, name, source, sourceUrl, bought, createdAt } = review;
  const Heading = `h${level}` as const;
  const about = [gender && GENDER_LABELS[gender], ageGroup && AGE_LABELS[ageGroup], skinType && SKIN_LABELS[skinType]].filter(Boolean);
  const text = title || `${name}的評價`;
  return (
    <article className={linked ? 'desk:grid desk:grid-cols-[15rem_minmax(0,1fr)] desk:grid-rows-[auto_1fr] desk:gap-x-8' : ''}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
        <Stars value={stars} className="text-base" />
        {source === 'GLOBAL' && <Badge look="amber">全球評價</Badge>}
        {bought && <Badge look="soft">已購買</Badge>}
        <time dateTime={createdAt} className="num">
          {formatDate(createdAt)}
        </time>
      </p>
      <div className={linked ? 'desk:col-start-2 desk:row-span-2 desk:row-start-1' : ''}>
        <Heading className={`${linked ? 'max-desk:mt-1' : 'mt-1'} font-sans! font-semibold ${level === 1 ? 'text-h2' : 'text-lg'}`}>
          {linked ? (
            <Link to={`/comments/post/${reviewId}`} className="inline-flex min-h-11 items-center hover:underline">
              {text}
            </Link>
          ) : (
            text
          )}
        </Heading>
        {content && <p className="measure mt-1 whitespace-pre-line">{content}</p>}
        {images.length > 0 && (
          <ul className="mt-3 flex flex-wrap gap-3">
            {images.map(({ src, width, height, alt }, place) => {
              // A member's picture has no words of its own.
              const words = alt || `${name}的照片 ${place + 1}`;
              const picture = { src, width, height, loading: 'lazy' } as const;
              return (
                <li key={src}>
                  {linked ? (
                    <Link to={`/comments/post/${reviewId}`} className="block rounded-2">
                      <img {...picture} alt={words} className="size-28 rounded-2 bg-sunken object-cover" />
                    </Link>
                  ) : (
                    <img {...picture} alt={words} className="h-auto max-h-[80vh] max-w-full rounded-2 bg-sunken" />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <p className={`mt-2 text-sm text-ink-2 ${linked ? 'desk:col-start-1 desk:row-start-2' : ''}`}>
        {name}
        {about.length > 0 && `　${about.join('・')}`}
        {sourceUrl && (
          <>
            {'　'}
            <a href={sourceUrl} rel="noopener nofollow ugc" target="_blank" className="link">
              來源<span className="sr-only">（另開新視窗）</span>
            </a>
          </>
        )}
      </p>
    </article>
  );
}
