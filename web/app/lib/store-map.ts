import type { StoreSubtype } from '@nordhaut/contracts';
import { call } from './api.ts';
import { withFields } from './with-fields.ts';

/** ms that the map may take before the page offers it again */
const MAP_TIME = 15_000;

type MapForm = { action: string; fields: Record<string, string> };

/**
 * Opens the carrier's map with a form, because the map accepts only a top-level POST (providers §1.5). `group`: address of the
 * group project for which the store is chosen. Ends when the page is left. Returns a message on failure.
 */
export async function openStoreMap(chain: StoreSubtype, group?: string): Promise<string | undefined> {
  const device = matchMedia('(min-width: 56.25rem)').matches ? '0' : '1';
  const place = group === undefined ? '' : `&group=${encodeURIComponent(group)}`;
  const map = await call(withFields<MapForm>('action', 'fields'), `/api/store-map?subtype=${chain}&device=${device}${place}`);
  if (!map.ok) return map.message;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = map.data.action;
  form.hidden = true;
  for (const [name, value] of Object.entries(map.data.fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  // The page after the map would otherwise report the store to the opener of this tab, and close the tab.
  window.opener = null;
  const left = new Promise((done) => {
    addEventListener('pagehide', done, { once: true });
    setTimeout(done, MAP_TIME);
  });
  form.submit();
  form.remove();
  await left;
  return undefined;
}
