import type { PostCard as Post } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates.ts';
import { ContentPicture } from './content-picture.tsx';

/** `level`: of its heading; `about`: the summary in parts (`ui/words.tsx`), where the server alone renders the tile */
type TileProps = { post: Post; level?: 2 | 3; priority?: boolean; about?: ReactNode };

/** An article in a list. */
export function PostTile({ post, level = 2, priority = false, about }: TileProps) {
  const { slug, title, summary, banner, category, publishedAt } = post;
  const Heading = `h${level}` as const;
  return (
    <article className="group relative flex h-full flex-col">
      <ContentPicture picture={banner} decorative priority={priority} className="h-auto w-full" />
      <p className="num mt-3 text-sm text-ink-3">
        {category.name}　{formatDate(publishedAt)}
      </p>
      <Heading className="mt-1 break-keep font-sans! text-lg leading-snug font-semibold">
        <Link to={`/blog/${slug}`} className="after:absolute after:inset-0 group-hover:underline">
          {title}
        </Link>
      </Heading>
      <p className="mt-1 text-sm text-ink-2">{about ?? summary}</p>
    </article>
  );
}
