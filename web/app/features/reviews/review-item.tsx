import type { ReviewView } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Stars } from '../../ui/stars.tsx';
import { AGE_LABELS, GENDER_LABELS, SKIN_LABELS } from './messages.ts';

/** The drawings of the demonstration are files of the web app. */
const srcOf = (src: string): string => src.replace(/^\/img\/content\/(.+)-\d+\.webp$/, '/img/drawn/$1.svg');

/** One review. `linked`: its title leads to its own page. */
export function ReviewItem({ review, linked = true, level = 3 }: { review: ReviewView; linked?: boolean; level?: 1 | 3 }) {
  const { reviewId, stars, title, content, images, gender, ageGroup, skinType, name, source, sourceUrl, bought, createdAt } = review;
  const Heading = `h${level}` as const;
  const about = [gender && GENDER_LABELS[gender], ageGroup && AGE_LABELS[ageGroup], skinType && SKIN_LABELS[skinType]].filter(Boolean);
  const text = title || `${name}的評價`;
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
        <Stars value={stars} className="text-base" />
        {source === 'GLOBAL' && <Badge look="amber">全球評價</Badge>}
        {bought && <Badge look="soft">已購買</Badge>}
        <time dateTime={createdAt} className="num">
          {formatDate(createdAt)}
        </time>
      </p>
      <Heading className={`mt-1 font-sans! font-semibold ${level === 1 ? 'text-h2' : 'text-lg'}`}>
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
          {images.map(({ src, width, height, alt }) => (
            <li key={src}>
              <img
                src={srcOf(src)}
                alt={alt}
                width={width}
                height={height}
                loading="lazy"
                className="size-28 rounded-2 bg-sunken object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-sm text-ink-2">
        {name}
        {about.length > 0 && `　${about.join('・')}`}
        {sourceUrl && (
          <>
            {'　'}
            <a href={sourceUrl} rel="noopener nofollow ugc" target="_blank" className="link">
              來源<span className="sr-only">（開啟新分頁）</span>
            </a>
          </>
        )}
      </p>
    </article>
  );
}
