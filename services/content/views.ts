import {
  type CampaignCard,
  type CampaignCoupon,
  type CampaignDetail,
  CATEGORY_NOT_PROMOTED,
  type PostCard,
  nextTurn,
  type PostDetail,
} from '@nordhaut/contracts';
import { daysLeft, stateOf } from './campaign-dates.ts';
import type { Campaign, Content, Post } from './snapshot.ts';

/** The specification's fallback has three (spec/1 §9). */
const RECOMMENDED = 3;

/** ms since epoch: from when to when each content, which never changes, has been found to say the same */
const spans = new WeakMap<object, { from: number; until: number }>();

/** ms until what pages say changes by itself: an article is out, a campaign begins or ends, or it is midnight in Taipei. */
export function turnOf(content: Pick<Content, 'campaigns' | 'posts'>, now: Date): number {
  const at = now.getTime();
  const known = spans.get(content);
  // Each answer asks, and there may be thousands of articles.
  if (known && known.from <= at && at < known.until) return known.until - at;
  const { campaigns, posts } = content;
  const turnsIn = nextTurn([...campaigns, ...posts.map(({ publishedAt }) => ({ start: publishedAt, end: null }))], now);
  spans.set(content, { from: at, until: at + turnsIn });
  return turnsIn;
}

/** The posts that are out at `now`, the newest first. */
export const postsAt = ({ posts }: Content, now: Date): Post[] => posts.filter(({ publishedAt }) => publishedAt <= now);

export function postCard({ categories }: Content, post: Post): PostCard {
  const { id, slug, title, titleEn, summary, banner, categoryId, publishedAt, changedAt } = post;
  return {
    postId: id,
    slug,
    title,
    titleEn,
    summary,
    banner,
    category: { id: categoryId, name: categories.find((one) => one.id === categoryId)?.name ?? '' },
    publishedAt: publishedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}

export function postDetail(content: Content, post: Post, now: Date): PostDetail {
  const others = postsAt(content, now).filter(({ id }) => id !== post.id);
  const chosen = post.recommended.flatMap((id) => others.find((other) => other.id === id) ?? []);
  const fallback = others.filter(({ categoryId }) => categoryId !== CATEGORY_NOT_PROMOTED).slice(0, RECOMMENDED);
  return {
    ...postCard(content, post),
    body: post.body,
    contents: [...post.contents],
    length: post.text.length,
    recommended: (chosen.length > 0 ? chosen : fallback).map((other) => postCard(content, other)),
    products: [...post.products],
  };
}

export function campaignCard(campaign: Campaign, now: Date): CampaignCard {
  const { id, url, name, summary, banner, type, start, end, products } = campaign;
  return {
    eventId: id,
    url,
    name,
    summary,
    banner,
    type,
    start: start.toISOString(),
    end: end && end.toISOString(),
    state: stateOf(campaign, now),
    daysLeft: daysLeft(campaign, now),
    products: [...products],
  };
}

export const campaignDetail = (campaign: Campaign, coupon: CampaignCoupon | null, now: Date): CampaignDetail => ({
  ...campaignCard(campaign, now),
  content: campaign.content,
  all: campaign.all,
  tag: campaign.tag,
  coupon,
});
