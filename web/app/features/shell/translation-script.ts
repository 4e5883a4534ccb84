/**
 * A browser that translates the page puts nodes of its own in the place of texts, and React keeps the texts. React then fails to remove
 * such a text or to put something before it, which ends the page. What React writes into the text does not show.
 *
 * So the script puts a text back before React moves it, removes it or puts something before it, and after React has written into it. The
 * browser translates it again.
 *
 * The hydration writes the whole page anew where it finds another one than the server's. So `putBack` puts all texts back before it. What
 * is translated between `putBack` and the end of the hydration is not covered.
 *
 * A replacement comes in the place of the text or right after its removal. Otherwise it stands beside the text, and comes before the removal.
 */
export const TRANSLATION_SCRIPT = `(() => {
  const replacements = new WeakMap();
  const putBack = (text) => {
    if (replacements.has(text) && !text.parentNode) replacements.get(text).replaceWith(text);
    replacements.delete(text);
  };
  const texts = new Set();
  window.early.putBack = () => texts.forEach(putBack);
  for (const name of ['appendChild', 'insertBefore', 'removeChild']) {
    const own = Node.prototype[name];
    Node.prototype[name] = function (...nodes) {
      nodes.forEach(putBack);
      return own.apply(this, nodes);
    };
  }
  const written = new MutationObserver((changes) => {
    for (const { target } of changes) putBack(target);
  });
  const replaced = new MutationObserver((changes) => {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
    changes.forEach(({ target, removedNodes, previousSibling, nextSibling }, at) => removedNodes.forEach((text, place) => {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) return;
      const isHere = (it) => it?.target === target && it.previousSibling === previousSibling && it.nextSibling === nextSibling;
      const replacement =
        [changes[at], changes[at + 1]].find((it) => isHere(it) && it.addedNodes[place])?.addedNodes[place] ??
        [previousSibling, nextSibling].find((node) => added.has(node));
      if (!replacement) return;
      replacements.set(text, replacement);
      if (window.early) texts.add(text);
      written.observe(text, { characterData: true });
    }));
  });
  addEventListener('DOMContentLoaded', () => replaced.observe(document, { childList: true, subtree: true }));
})()`;
