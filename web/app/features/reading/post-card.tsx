import type { PostCard as Post } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates.ts';
import { ContentPicture } from './content-picture.tsx';

/** An article in a list. `level`: of its heading. */
export function PostTile({ post, level = 2, priority = false }: { post: Post; level?: 2 | 3; priority?: boolean }) {
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
      <p className="mt-1 text-sm text-ink-2">{summary}</p>
    </article>
  );
}
