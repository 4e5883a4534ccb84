import { readdirSync, readFileSync } from 'node:fs';
import {
  SeedCampaign,
  SeedCategory,
  SeedFaqCategory,
  SeedFaqEntry,
  SeedIngredient,
  SeedLayoutSetting,
  SeedPost,
  SeedQuestionnaire,
  SeedReview,
  SeedSkinType,
  SeedUsageGuide,
} from '@nordhaut/contracts/content';
import * as z from 'zod/mini';

const DATA = new URL('./data/', import.meta.url);

export type SeedData = ReturnType<typeof readSeedData>;

/** The content of this release, checked against its forms. @throws an error that names the file and the field */
export function readSeedData() {
  return {
    categories: list('categories.json', SeedCategory),
    posts: jsonFiles('posts').map((file) => read(file, SeedPost)),
    campaigns: list('campaigns.json', SeedCampaign),
    layout: list('layout.json', SeedLayoutSetting),
    ingredients: list('ingredients.json', SeedIngredient),
    skinTypes: list('skin-types.json', SeedSkinType),
    usageGuide: list('usage-guide.json', SeedUsageGuide),
    faqCategories: list('faq-categories.json', SeedFaqCategory),
    faq: list('faq.json', SeedFaqEntry),
    questionnaires: list('questionnaires.json', SeedQuestionnaire),
  };
}

/** The reviews of the demonstration; production starts with none. */
export const readDemoReviews = (): SeedReview[] => list('reviews.json', SeedReview);

const list = <Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema>[] => read(file, z.array(schema));

function read<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> {
  const result = z.safeParse(schema, JSON.parse(readFileSync(new URL(file, DATA), 'utf8')));
  if (result.success) return result.data;
  throw new Error(`services/content/data/${file}: ${z.prettifyError(result.error)}`);
}

const jsonFiles = (folder: string) =>
  readdirSync(new URL(`${folder}/`, DATA))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => `${folder}/${file}`);
