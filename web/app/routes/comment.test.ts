import { expect, it } from 'vitest';
import { meta } from './comment.tsx';

it('describes a review by whole characters, also where an emoji stands at the end of what fits', () => {
  const content = `${'好'.repeat(119)}😀用`;
  const review = { reviewId: 'r', title: '', content, product: { nameZh: '潔膚露', image: '' } };
  const [description] = meta({ loaderData: { review }, matches: [] } as never).flatMap((tag) =>
    'name' in tag && tag.name === 'description' ? [String(tag['content'])] : [],
  );
  expect(description).toBe(`${'好'.repeat(119)}😀…`);
});
