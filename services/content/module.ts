import { createKysely } from '@nordhaut/platform/database';
import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import type { FastifyRequest } from 'fastify';
import { type CampaignCoupon, contentMessages, type ProductCard, type ProductDetail } from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';
import { type ContentStore, createContent } from './content.ts';
import { answersKey } from './answers-key.ts';
import { type AnswersStaffHttp, answersStaffRoutes } from './answers-staff-routes.ts';
import { contentForgetting } from './forgets.ts';
import { hidingReasons } from './hiding-reasons.ts';
import { sealedAnswers } from './sealed-answers.ts';
import { contentRoutes } from './http.ts';
import { type ModerationHttp, moderationRoutes } from './moderation-routes.ts';
import { newReviews } from './new-reviews.ts';
import { questionnaireRoutes } from './questionnaire-routes.ts';
import { type Author, reviewRoutes } from './review-routes.ts';
import { reviewQueries } from './reviews.ts';
import { type KeptProducts, reviewViews } from './review-views.ts';
import { createSearch } from './search/search.ts';
import { searchIndex } from './search/search-index.ts';
import { searchRoutes } from './search/routes.ts';
import { seedContent } from './seed.ts';
import { readDemoReviews, readSeedData } from './seed-data.ts';
import { contentMigrations } from './tables.ts';
import { uploadRoutes } from './upload-routes.ts';

export type ContentFace = ContentStore & { newReviews: ReturnType<typeof newReviews>; close(): Promise<void> };

/** What there is to read, for the routes and for the pages. */
export async function openContent({ pool, logger }: Pick<Engine, 'pool' | 'logger'>): Promise<ContentFace> {
  const content = createContent({ pool, logger });
  await content.start();
  return { ...content, newReviews: newReviews(pool), close: () => content.stop() };
}

type MemberContact = { firstName: string; lastName: string; gender: Author['gender']; birthday: string | null };

export const content: Module<{
  content: ContentFace;
  catalogue: {
    version(): string | undefined;
    list(): ProductCard[];
    byId(productId: number): ProductCard | undefined;
    bySlug(slug: string): ProductDetail | undefined;
    setItems(productId: number): readonly number[];
  };
  accounts: { accounts: { member(memberId: string): Promise<{ member: { contact: MemberContact | null } }> } } & Pick<
    AnswersStaffHttp,
    'publicIdOf'
  >;
  ordering: { memberOrders: { keptProducts: KeptProducts } };
  support: { members: { nameOf(staffId: string): Promise<string> } } & Pick<ModerationHttp & AnswersStaffHttp, 'log'>;
  promotions: { campaignCoupon(uid: string, at: Date): Promise<CampaignCoupon | null> };
}> = {
  name: 'content',
  migrations: contentMigrations,
  async seed({ pool, clock, config }) {
    // Reviews of people who do not exist have no place in production.
    const reviews = config.NODE_ENV === 'production' ? [] : readDemoReviews();
    await seedContent(createKysely(pool), readSeedData(), reviews, clock());
  },
  forgets: contentForgetting,
  sealed: [sealedAnswers, hidingReasons],
  routes({ pool, outer, clock, config, logger }, { content: store, catalogue, accounts, ordering, support, promotions }) {
    async function authorOf(request: FastifyRequest): Promise<Author> {
      const { actor } = request;
      if (actor?.kind !== 'member') return refuse(401, 'UNAUTHORISED', contentMessages.signInFirst);
      const { contact } = (await accounts.accounts.member(actor.id)).member;
      if (!contact) return refuse(401, 'UNAUTHORISED', contentMessages.signInFirst);
      const { firstName, lastName, gender, birthday } = contact;
      // The first name of the specification is the family name (decisions.md 97).
      return { memberId: actor.id, name: `${firstName}${lastName}`, gender, birthday };
    }
    const products = { byId: catalogue.byId, list: catalogue.list, setItems: catalogue.setItems };
    const reviews = reviewViews(reviewQueries(pool), products, ordering.memberOrders.keptProducts);
    const upToDate = searchIndex({ pool, store, catalogue, logger });
    const find = createSearch(pool, clock);
    return [
      contentRoutes(store, clock, promotions.campaignCoupon),
      reviewRoutes({ pool, reviews, products, authorOf }),
      moderationRoutes({
        outer,
        pool,
        productName: (productId) => catalogue.byId(productId)?.nameZh ?? '',
        staffName: (staffId) => support.members.nameOf(staffId),
        log: support.log,
      }),
      uploadRoutes({ pool, clock, memberOf: async (request) => (await authorOf(request)).memberId }),
      questionnaireRoutes({
        store,
        pool,
        outer,
        key: answersKey(config.of),
        clock,
        factor: config.RATE_LIMITS ? config.RATE_LIMIT_FACTOR : null,
      }),
      answersStaffRoutes({ store, pool, outer, publicIdOf: accounts.publicIdOf, log: support.log }),
      searchRoutes(async (query) => {
        await upToDate();
        return find(query);
      }),
    ];
  },
};
