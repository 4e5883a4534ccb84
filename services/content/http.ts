import {
  CampaignAnswer,
  type CampaignCoupon,
  CampaignListAnswer,
  CampaignListQuery,
  ContentChangesAnswer,
  contentMessages as messages,
  FaqAnswer,
  IngredientsAnswer,
  LayoutAnswer,
  PostAnswer,
  PostListAnswer,
  PostListQuery,
  SKIN_TYPE_PAGES,
  SkinTypeAnswer,
  SkinTypesAnswer,
  UsageGuideAnswer,
} from '@nordhaut/contracts';
import { PUBLIC_ANSWER, refuse, type Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { answersFrom, contentOf } from './answers.ts';
import { isAnnounced, isListed, stateOf } from './campaign-dates.ts';
import type { ContentStore } from './content.ts';
import { pageOf } from './paging.ts';
import { campaignCard, campaignDetail, postCard, postDetail, postsAt } from './views.ts';

/** articles of a page */
const POSTS_PER_PAGE = 12;
const Address = z.string().check(z.maxLength(200));
const config = PUBLIC_ANSWER;

/** What everybody may read: `GET /api/content/…` (spec/1-catalogue-and-content §2). */
export const contentRoutes =
  (store: ContentStore, clock: () => Date, couponOf: (uid: string, at: Date) => Promise<CampaignCoupon | null>): Routes =>
  (app) => {
    const answer = answersFrom(store, clock);
    const about = (summary: string) => ({ summary, tags: ['content'] });

    app.get(
      '/api/content/posts',
      { config, schema: { querystring: PostListQuery, response: { 200: PostListAnswer }, ...about('The articles, the newest first') } },
      (request, reply) =>
        answer(request, reply, (content, now) => {
          const { category, page } = request.query;
          if (category !== undefined && !content.categories.some(({ id }) => id === category))
            return refuse(404, 'CATEGORY_UNKNOWN', messages.categoryUnknown);
          const posts = postsAt(content, now).filter(({ categoryId }) => category === undefined || categoryId === category);
          const { from, ...paging } = pageOf(page, posts.length, POSTS_PER_PAGE);
          const shown = posts.slice(from, from + POSTS_PER_PAGE);
          return { posts: shown.map((post) => postCard(content, post)), categories: [...content.categories], ...paging };
        }),
    );

    app.get(
      '/api/content/posts/:slug',
      { config, schema: { params: z.object({ slug: Address }), response: { 200: PostAnswer }, ...about('One article') } },
      (request, reply) =>
        answer(request, reply, (content, now) => {
          const post = content.postBySlug.get(request.params.slug);
          if (!post || post.publishedAt > now) return refuse(404, 'POST_NOT_FOUND', messages.postNotFound);
          return { post: postDetail(content, post, now) };
        }),
    );

    app.get(
      '/api/content/events',
      {
        config,
        schema: {
          querystring: CampaignListQuery,
          response: { 200: CampaignListAnswer },
          ...about('The campaigns of two months either side of today'),
        },
      },
      (request, reply) =>
        answer(request, reply, ({ campaigns }, now) => {
          const { filter, product } = request.query;
          const shown = campaigns
            .filter((one) => isListed(one, now))
            .filter((one) => filter === undefined || (stateOf(one, now) === 'past') === (filter === 'past'))
            .filter((one) => product === undefined || one.all || one.products.includes(product));
          return { events: shown.map((one) => campaignCard(one, now)) };
        }),
    );

    app.get(
      '/api/content/events/:url',
      { config, schema: { params: z.object({ url: Address }), response: { 200: CampaignAnswer }, ...about('One campaign') } },
      async (request, reply) => {
        const campaign = contentOf(store).campaignByUrl.get(request.params.url);
        if (!campaign || !isAnnounced(campaign, clock())) return refuse(404, 'CAMPAIGN_NOT_FOUND', messages.campaignNotFound);
        // The code of a campaign that has not begun, or has ended, is nobody's business.
        const isOn = stateOf(campaign, clock()) === 'active';
        const coupon = campaign.couponUid === null || !isOn ? null : await couponOf(campaign.couponUid, clock());
        return answer(request, reply, (_, now) => ({ event: campaignDetail(campaign, coupon, now) }), JSON.stringify(coupon));
      },
    );

    app.get('/api/content/faq', { config, schema: { response: { 200: FaqAnswer }, ...about('Frequent questions') } }, (request, reply) =>
      answer(request, reply, ({ faq }) => faq),
    );

    app.get(
      '/api/content/layout',
      { config, schema: { response: { 200: LayoutAnswer }, ...about('The layout settings') } },
      (request, reply) => answer(request, reply, ({ settings }) => ({ settings })),
    );

    app.get(
      '/api/content/ingredients',
      { config, schema: { response: { 200: IngredientsAnswer }, ...about('What the products are made of') } },
      (request, reply) => answer(request, reply, ({ ingredients }) => ({ ingredients: [...ingredients] })),
    );

    app.get(
      '/api/content/skin-types',
      { config, schema: { response: { 200: SkinTypesAnswer }, ...about('The pages of the skin types') } },
      (request, reply) =>
        answer(request, reply, ({ skinTypes }) => ({
          skinTypes: SKIN_TYPE_PAGES.flatMap((page) => {
            const found = skinTypes.get(page);
            return found ? [{ type: found.type, title: found.title, teaser: found.teaser, banner: found.banner }] : [];
          }),
        })),
    );

    app.get(
      '/api/content/skin-types/:type',
      {
        config,
        schema: { params: z.object({ type: Address }), response: { 200: SkinTypeAnswer }, ...about('The page of a skin type') },
      },
      (request, reply) =>
        answer(request, reply, ({ skinTypes }) => {
          const skinType = skinTypes.get(request.params.type);
          return skinType ? { skinType } : refuse(404, 'SKIN_TYPE_UNKNOWN', messages.skinTypeUnknown);
        }),
    );

    app.get(
      '/api/content/usage-guide',
      { config, schema: { response: { 200: UsageGuideAnswer }, ...about('How the numbered products are used') } },
      (request, reply) => answer(request, reply, ({ usageGuide }) => ({ products: [...usageGuide] })),
    );

    app.get(
      '/api/content/changes',
      { config, schema: { response: { 200: ContentChangesAnswer }, ...about('When the content of the pages last changed') } },
      (request, reply) => answer(request, reply, ({ changes }) => ({ changes })),
    );
  };
