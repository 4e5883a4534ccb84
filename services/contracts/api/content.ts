import * as z from 'zod/mini';
import { CAMPAIGN_STATES, CAMPAIGN_TABS, CAMPAIGN_TYPES, SKIN_TYPE_PAGES, USAGE_TIMES } from '../content-vocabulary.ts';
import { HomePopup, NavTop, Slides } from '../data/content/layout.ts';
import { Question } from '../data/content/questionnaire.ts';
import { CARE_STEPS } from '../vocabulary.ts';

/** What the pages read (spec/1-catalogue-and-content §2, §3). Instants are ISO UTC. HTML is sanitised. */
const Instant = z.iso.datetime();

/** A picture below `/img/content/`, without width and extension; see `data/content/parts.ts`. */
export const PictureView = z.object({ image: z.string(), alt: z.string() });
export type PictureView = z.infer<typeof PictureView>;

/** A page number in an address. A page after the last one answers 404. */
export const PageNumber = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)), 1);
const Paging = { page: z.int(), pages: z.int(), total: z.int() };

export const CategoryView = z.object({ id: z.int(), name: z.string(), description: z.string() });
export type CategoryView = z.infer<typeof CategoryView>;

export const PostCard = z.object({
  postId: z.int(),
  /** `/blog/{slug}` */
  slug: z.string(),
  title: z.string(),
  titleEn: z.string(),
  summary: z.string(),
  banner: PictureView,
  category: z.object({ id: z.int(), name: z.string() }),
  publishedAt: Instant,
  changedAt: Instant,
});
export type PostCard = z.infer<typeof PostCard>;

/** `?category={id}&page={n}`, twelve to a page, the newest first. An unknown category answers 404. */
export const PostListQuery = z.strictObject({
  category: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
  page: PageNumber,
});
export const PostListAnswer = z.object({ posts: z.array(PostCard), categories: z.array(CategoryView), ...Paging });

export const PostDetail = z.extend(PostCard, {
  /** its headings have the ids of `contents` */
  body: z.string(),
  contents: z.array(z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
  /** characters of its text */
  length: z.int(),
  /** the editor's choice, or the three newest that may be promoted */
  recommended: z.array(PostCard),
  /** ids of related products */
  products: z.array(z.int()),
});
export type PostDetail = z.infer<typeof PostDetail>;
export const PostAnswer = z.object({ post: PostDetail });

export const CampaignCard = z.object({
  eventId: z.int(),
  /** `/event/{url}` */
  url: z.string(),
  name: z.string(),
  summary: z.string(),
  banner: PictureView,
  type: z.enum(CAMPAIGN_TYPES),
  /** 00:00 of its first day in Taipei */
  start: Instant,
  /** 24:00 of its last day; null: no end */
  end: z.nullable(Instant),
  state: z.enum(CAMPAIGN_STATES),
  /** whole days that have begun until its end (active) or its start (unactive); null: past, or no end */
  daysLeft: z.nullable(z.int()),
  /** ids of products that it names; [] where it is about all */
  products: z.array(z.int()),
});
export type CampaignCard = z.infer<typeof CampaignCard>;

/** `?filter=active|past`: one tab; without it all of the window. Latest start first. `product`: those that name the product. */
export const CampaignListQuery = z.strictObject({
  filter: z.optional(z.enum(CAMPAIGN_TABS)),
  product: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
});
export const CampaignListAnswer = z.object({ events: z.array(CampaignCard) });
/** The coupon of a campaign. `by`: typed with its code, given to members, or applied by the shop. */
export const CampaignCoupon = z.object({
  name: z.string(),
  desc: z.string(),
  by: z.enum(['CODE', 'MEMBER', 'SHOP']),
  /** null: nobody types it */
  code: z.nullable(z.string()),
});
export type CampaignCoupon = z.infer<typeof CampaignCoupon>;

export const CampaignDetail = z.extend(CampaignCard, {
  /** HTML of type CONTENT */
  content: z.string(),
  /** the campaign is about everything that is on sale */
  all: z.boolean(),
  tag: z.nullable(z.string()),
  /** null: it has none that can be used now */
  coupon: z.nullable(CampaignCoupon),
});
export type CampaignDetail = z.infer<typeof CampaignDetail>;
export const CampaignAnswer = z.object({ event: CampaignDetail });

export const FaqEntryView = z.object({
  id: z.string(),
  question: z.string(),
  /** HTML with line breaks and links */
  answer: z.string(),
  pictures: z.array(PictureView),
  /** on phones; the same as `pictures` where there are no others */
  mobilePictures: z.array(PictureView),
});
export const FaqAnswer = z.object({
  categories: z.array(z.object({ key: z.string(), name: z.string(), entries: z.array(FaqEntryView) })),
});
export type FaqAnswer = z.infer<typeof FaqAnswer>;

/** All settings by name, each of its own type. One that is not set, or has another form than its pages read, is left out. */
export const LayoutAnswer = z.object({
  settings: z.looseObject({
    'Nav-Top': z.optional(NavTop),
    HOME_POPUP_SWITCH: z.optional(z.boolean()),
    HOME_POPUP_INFO: z.optional(HomePopup),
    'Carousel-Pure-PC': z.optional(Slides),
    'Carousel-Pure-Mobile': z.optional(Slides),
  }),
});
export type LayoutAnswer = z.infer<typeof LayoutAnswer>;

export const IngredientView = z.object({
  id: z.string(),
  inci: z.string(),
  nameZh: z.string(),
  origin: z.enum(['HUMAN_IDENTICAL', 'BIOMIMETIC', 'OTHER']),
  purpose: z.string(),
  text: z.string(),
});
export type IngredientView = z.infer<typeof IngredientView>;
export const IngredientsAnswer = z.object({ ingredients: z.array(IngredientView) });

const Titled = z.object({ title: z.string(), text: z.string(), picture: z.nullable(PictureView) });
export const SkinTypeView = z.object({
  type: z.enum(SKIN_TYPE_PAGES),
  title: z.string(),
  /** what leads to the page, e.g. on the home page */
  teaser: z.string(),
  titleEn: z.string(),
  intro: z.string(),
  banner: PictureView,
  usualSkin: z.array(z.object({ name: z.string(), picture: PictureView })),
  care: z.array(z.object({ productId: z.int(), step: z.enum(CARE_STEPS), must: z.nullable(z.boolean()) })),
  problemTitle: z.string(),
  problems: z.union([
    z.object({ kind: z.literal('problems'), list: z.array(Titled) }),
    z.object({ kind: z.literal('evaluate'), list: z.array(z.object({ title: z.string(), picture: PictureView, hover: PictureView })) }),
  ]),
  selfCheck: z.nullable(z.object({ question: z.string(), symptoms: z.array(z.string()), result: z.string(), otherwise: z.string() })),
  fix: z.object({ title: z.string(), text: z.string(), steps: z.array(Titled) }),
});
export type SkinTypeView = z.infer<typeof SkinTypeView>;
export const SkinTypeAnswer = z.object({ skinType: SkinTypeView });
/** The pages of the skin types, in their order. */
export const SkinTypesAnswer = z.object({
  skinTypes: z.array(z.pick(SkinTypeView, { type: true, title: true, teaser: true, banner: true })),
});

export const UsageGuideProduct = z.object({
  productId: z.int(),
  number: z.string(),
  category: z.enum(CARE_STEPS),
  function: z.string(),
  sections: z.array(
    z.object({
      title: z.string(),
      summer: z.nullable(z.enum(USAGE_TIMES)),
      winter: z.nullable(z.enum(USAGE_TIMES)),
      other: z.nullable(z.string()),
    }),
  ),
  steps: z.array(z.object({ text: z.string(), picture: PictureView })),
});
export type UsageGuideProduct = z.infer<typeof UsageGuideProduct>;
/** By number. */
export const UsageGuideAnswer = z.object({ products: z.array(UsageGuideProduct) });

/** The last change of what the pages are made of. Articles, products and reviews have theirs in their own answers. */
export const ContentChangesAnswer = z.object({
  changes: z.object({
    layout: z.optional(Instant),
    faq: z.optional(Instant),
    usageGuide: z.optional(Instant),
    skinTypes: z.record(z.string(), Instant),
  }),
});
export type ContentChangesAnswer = z.infer<typeof ContentChangesAnswer>;

export const QuestionnaireAnswer = z.object({
  questionnaire: z.object({
    route: z.string(),
    name: z.string(),
    desc: z.nullable(z.string()),
    fields: z.array(Question),
  }),
});

/**
 * `POST /api/content/questionnaires/{customUrl}`. By the question's key: a text, the chosen `value`, a list of chosen values
 * (MULTIPLE_ANSWER), or the position on the scale from 0 (LINEAR_SCALE). A question without an answer may be left out.
 */
export const QuestionnaireRequest = z.object({
  answers: z.record(
    z.string().check(z.maxLength(40)),
    z.union([z.string().check(z.maxLength(2_000)), z.int(), z.array(z.string().check(z.maxLength(40))).check(z.maxLength(50))]),
  ),
});
export type QuestionnaireRequest = z.infer<typeof QuestionnaireRequest>;
/** A second sending gets the first one's thanks; its answers are not kept. */
export const QuestionnaireSent = z.object({ state: z.literal(200), thanks: z.string() });

export const SEARCH_KINDS = ['product', 'ingredient', 'guide', 'post', 'event', 'help'] as const;
/** `?q=` of 1 to 60 characters; `kind` limits the answer to one kind. Best first. */
export const SearchQuery = z.strictObject({
  q: z.string().check(z.maxLength(200)),
  kind: z.optional(z.enum(SEARCH_KINDS)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 20),
});
export const SearchHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** the page's own path */
  path: z.string(),
  title: z.string(),
  text: z.string(),
  /** below `/img/product/` for products, else below `/img/content/`; null: none */
  image: z.nullable(z.string()),
});
export type SearchHit = z.infer<typeof SearchHit>;
export const SearchAnswer = z.object({
  q: z.string(),
  hits: z.array(SearchHit),
  /** No text has all of `q`; the hits have parts of it. */
  partly: z.boolean(),
});
