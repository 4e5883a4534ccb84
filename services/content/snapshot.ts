import type {
  CategoryView,
  ContentChangesAnswer,
  FaqAnswer,
  IngredientView,
  LayoutAnswer,
  LayoutDataType,
  PictureView,
  SkinTypeView,
} from '@nordhaut/contracts';
import type { SeedQuestionnaire, SeedUsageGuide } from '@nordhaut/contracts/content';
import type { Dates } from './campaign-dates.ts';
import type { Heading } from './editor-html.ts';

/** An article that is published; readers see it from `publishedAt` on. */
export type Post = {
  id: number;
  slug: string;
  title: string;
  titleEn: string;
  summary: string;
  body: string;
  contents: readonly Heading[];
  /** without tags */
  text: string;
  banner: PictureView;
  categoryId: number;
  publishedAt: Date;
  changedAt: Date;
  recommended: readonly number[];
  products: readonly number[];
};

export type Campaign = Dates & {
  id: number;
  url: string;
  name: string;
  summary: string;
  banner: PictureView;
  type: 'CONTENT' | 'PRODUCT';
  content: string;
  products: readonly number[];
  all: boolean;
  tag: string | null;
  couponUid: string | null;
};

export type Setting = { name: string; dataType: LayoutDataType; value: unknown };
export type Questionnaire = SeedQuestionnaire;

/** The content of one version. Immutable. */
export type Content = {
  /** the newest first */
  posts: readonly Post[];
  postBySlug: ReadonlyMap<string, Post>;
  categories: readonly CategoryView[];
  /** the latest start first */
  campaigns: readonly Campaign[];
  campaignByUrl: ReadonlyMap<string, Campaign>;
  settings: LayoutAnswer['settings'];
  faq: FaqAnswer;
  ingredients: readonly IngredientView[];
  skinTypes: ReadonlyMap<string, SkinTypeView>;
  usageGuide: readonly SeedUsageGuide[];
  questionnaires: ReadonlyMap<string, Questionnaire>;
  changes: ContentChangesAnswer['changes'];
};
