import type { ChosenStore } from '@nordhaut/contracts';
import { plainPage } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';

/**
 * The page that opened the map. `group`: address of a group project; undefined: the checkout. A group's address carries the store
 * (spec/3-purchase-flow §2). Anyone can write an address, so the page shows the store that the server holds.
 */
export const pageOf = (group: string | undefined, store?: ChosenStore): string =>
  group === undefined ? '/payment?fromcvs=1' : `/group/${encodeURIComponent(group)}?${new URLSearchParams({ fromcvs: '1', ...store })}`;

/** JSON for use inside a script. It escapes `<` and line separators, which could end or break the script. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The page after the choice of a store. It posts the store to the window that opened the map and closes itself. Without
 * such a window it goes back to the page for which the store was chosen. `origin`: the shop's own; pages of other origins do not get the message.
 */
export function storeChosenPage(store: ChosenStore, options: { origin: string; nonce: string; group: string | undefined }): string {
  const back = pageOf(options.group, store);
  const script = `const message = ${inScript({ fromcvs: 1, ...store })};
const back = ${inScript(back)};
if (window.opener && !window.opener.closed) {
  window.opener.postMessage(message, ${inScript(options.origin)});
  window.close();
} else {
  window.location.replace(back);
}`;
  return plainPage({
    title: messages.mapDoneTitle,
    texts: [messages.mapDone, `${store.CVSStoreName}\n${store.CVSAddress}`],
    way: { path: back, text: messages.mapBack },
    script: { nonce: options.nonce, code: script },
  });
}

export const storeRefusedPage = (reason: string, group: string | undefined): string =>
  plainPage({ title: messages.mapFailedTitle, texts: [reason], way: { path: pageOf(group), text: messages.mapBack } });
