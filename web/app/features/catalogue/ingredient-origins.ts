import type { IngredientView } from '@nordhaut/contracts';
import { ORIGIN_LABELS } from './detail-texts.ts';

type Known = Pick<IngredientView, 'inci' | 'origin' | 'text'>;

const NAME = /<dt><span lang="la">([^<]+)<\/span>[^<]*(?=<\/dt>)/g;
const PURPOSE = /<dt><span lang="la">([^<]+)<\/span>[^<]*<\/dt><dd>[^<]*(?=<\/dd>)/g;
const asHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * The list of ingredients with what the shop's table of ingredients knows of each: its explanation, and a mark where it is human-identical
 * or biomimetic (spec/1-catalogue-and-content §1). A name that the table does not have stays as it is. `isMarked`: there is a mark.
 */
export function withOrigins(html: string, ingredients: readonly Known[]): { html: string; isMarked: boolean } {
  const byName = new Map(ingredients.map((one) => [asHtml(one.inci), one]));
  const explained = html.replaceAll(PURPOSE, (line, inci: string) => {
    const text = byName.get(inci.trim())?.text;
    return text ? `${line}<span>${asHtml(text)}</span>` : line;
  });
  const marked = explained.replaceAll(NAME, (name, inci: string) => {
    const origin = byName.get(inci.trim())?.origin;
    return origin && origin !== 'OTHER' ? `${name} <small>${ORIGIN_LABELS[origin]}</small>` : name;
  });
  return { html: marked, isMarked: marked !== explained };
}
