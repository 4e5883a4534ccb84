/** The closed vocabularies of what there is to read (spec/1-catalogue-and-content §2–§4). */

/** `/skin-type/{…}` */
export const SKIN_TYPE_PAGES = ['sensitive', 'dry', 'combination', 'fragile'] as const;
export type SkinTypePage = (typeof SKIN_TYPE_PAGES)[number];

/** The skin types of a review. `rough` is skin with large pores, `fragile` skin after a treatment. */
export const REVIEW_SKIN_TYPES = ['dry', 'oil', 'combination', 'sensitive', 'fragile', 'rough', 'acne', 'others'] as const;
export type ReviewSkinType = (typeof REVIEW_SKIN_TYPES)[number];

/** Whole years, both ends included. */
export const AGE_GROUPS = ['0-20', '21-30', '31-40', '41-50', '51-60', '61-200'] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

/** The age group of somebody who is `age` whole years old. */
export const ageGroupOf = (age: number): AgeGroup => AGE_GROUPS.find((group) => age <= Number(group.split('-')[1])) ?? '61-200';

/** GLOBAL: a review from elsewhere, shown with its source and never counted in the product's average (decisions.md 103). */
export const REVIEW_SOURCES = ['MEMBER', 'GLOBAL'] as const;
export type ReviewSource = (typeof REVIEW_SOURCES)[number];

/** stars high to low, stars low to high, newest first */
export const REVIEW_SORTINGS = ['stars-desc', 'stars-asc', 'newest'] as const;
export type ReviewSorting = (typeof REVIEW_SORTINGS)[number];

export const REVIEWS_PER_PAGE = 5;
export const REVIEW_TITLE_LIMIT = 30;
export const REVIEW_BODY_LIMIT = 200;
/** decisions.md 108 */
export const REVIEW_IMAGES_LIMIT = 5;
export const REVIEW_IMAGE_BYTES = 10 * 1024 * 1024;
export const REVIEW_IMAGE_PIXELS = 40_000_000;

export const CAMPAIGN_TYPES = ['CONTENT', 'PRODUCT'] as const;

/** `unactive` is a campaign that has not begun (the specification's word). */
export const CAMPAIGN_STATES = ['active', 'past', 'unactive'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** The tabs of `/event`. Upcoming campaigns are in `active` (decisions.md 104). */
export const CAMPAIGN_TABS = ['active', 'past'] as const;

export const LAYOUT_DATA_TYPES = ['ARRAY', 'JSON', 'BOOLEAN', 'TEXT'] as const;
export type LayoutDataType = (typeof LAYOUT_DATA_TYPES)[number];

/** When a product of the usage guide is used; null in its place means: not at all in this season. */
export const USAGE_TIMES = ['BOTH', 'DAY', 'NIGHT'] as const;
export type UsageTime = (typeof USAGE_TIMES)[number];

/** Posts of this category are in no carousel on the home page and are no fallback recommendation (spec/1 §2, §9). */
export const CATEGORY_NOT_PROMOTED = 9;
