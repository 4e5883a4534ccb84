import type { FaqAnswer, SkinTypeView } from '@nordhaut/contracts';
import { SeedCategory, SeedFaqCategory, SeedFaqEntry, SeedSkinType, SeedUsageGuide } from '@nordhaut/contracts/content';
import * as z from 'zod/mini';
import { editorHtml } from './editor-html.ts';

export type Unusable = (problem: { table: string; key: string; field: string }) => void;
export type ItemRow = { kind: string; key: string; data: unknown };

const StoredFaq = z.object({ ...SeedFaqEntry.shape, a: z.string(), sort: z.int() });

/** The kinds of `content_items`. An item that does not have its form is left out. */
export function readItems(rows: readonly ItemRow[], unusable: Unusable) {
  function of<Schema extends z.ZodMiniType>(kind: string, schema: Schema): z.output<Schema>[] {
    return rows.flatMap(({ kind: one, key, data }) => {
      if (one !== kind) return [];
      const read = z.safeParse(schema, data);
      if (read.success) return [read.data];
      unusable({ table: 'content_items', key: `${kind}/${key}`, field: read.error.issues[0]?.path.join('.') ?? '' });
      return [];
    });
  }
  const categories = of('category', SeedCategory).sort((a, b) => a.sort - b.sort || a.id - b.id);
  return {
    categories: categories.map(({ id, name, description }) => ({ id, name, description })),
    skinTypes: new Map<string, SkinTypeView>(of('skin-type', SeedSkinType).map((one) => [one.type, one])),
    usageGuide: of('usage-guide', SeedUsageGuide).sort((a, b) => (a.number < b.number ? -1 : 1)),
    faq: faqOf(of('faq-category', SeedFaqCategory), of('faq', StoredFaq)),
  };
}

/** Categories without an entry are left out. */
function faqOf(categories: readonly SeedFaqCategory[], entries: readonly z.output<typeof StoredFaq>[]): FaqAnswer {
  const sorted = categories.toSorted((a, b) => a.sort - b.sort);
  return {
    categories: sorted
      .map(({ key, name }) => ({
        key,
        name,
        entries: entries
          .filter(({ category }) => category === key)
          .sort((a, b) => a.sort - b.sort)
          .map(({ id, q, a, imgs, imgs_m }) => ({
            id,
            question: q,
            answer: editorHtml(a),
            pictures: imgs,
            mobilePictures: imgs_m.length > 0 ? imgs_m : imgs,
          })),
      }))
      .filter(({ entries: some }) => some.length > 0),
  };
}
