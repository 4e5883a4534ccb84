import { expect, it } from 'vitest';
import { pageMeta } from './seo.ts';

it('names the size of the picture for previews, so that the first person who shares a page sees it', () => {
  const meta = pageMeta(undefined, { description: '說明', path: '/about' });
  const of = (name: string) => meta.flatMap((tag) => ('property' in tag && tag.property === name ? [tag['content']] : []));
  expect([of('og:image:type'), of('og:image:width'), of('og:image:height')]).toEqual([['image/jpeg'], ['1200'], ['630']]);
});
