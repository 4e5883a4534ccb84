/**
 * A browser that translates the page puts nodes of its own in the place of texts, and React keeps the texts. Without this script React
 * fails to remove such a text or to put something before it, which ends the page, and what it writes into the text
 * does not show. So a text is put back before React moves or removes it or puts something before it, and when React has written into it. The
 * browser then translates it again. All are put back before the hydration, which would write the whole page anew where it finds another
 * one than the server's.
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
      // Put there instead of it or right after its removal; otherwise beside it, before its removal.
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
