import type { IngredientView } from '@nordhaut/contracts';
import { ORIGIN_LABELS } from './detail-texts.ts';

type Origin = Pick<IngredientView, 'inci' | 'origin'>;

const NAME = /<dt><span lang="la">([^<]+)<\/span>[^<]*(?=<\/dt>)/g;
const asHtml = (text: string): string => text.replaceAll('&', '&amp;');

/**
 * The list of ingredients with a mark at each one that is human-identical or biomimetic (spec/1-catalogue-and-content §1). A name that
 * the shop's table of ingredients does not have stays without one. `isMarked`: there is a mark.
 */
export function withOrigins(html: string, ingredients: readonly Origin[]): { html: string; isMarked: boolean } {
  const origins = new Map(ingredients.map(({ inci, origin }) => [asHtml(inci), origin]));
  const marked = html.replaceAll(NAME, (name, inci: string) => {
    const origin = origins.get(inci.trim());
    return origin && origin !== 'OTHER' ? `${name} <small>${ORIGIN_LABELS[origin]}</small>` : name;
  });
  return { html: marked, isMarked: marked !== html };
}
