/**
 * A browser that translates the page puts nodes of its own in the place of texts, and React keeps the texts. Without this script React
 * fails to remove such a text or to put something before it, which ends the page, and what it writes into the text
 * does not show. So a text is put back before React moves or removes it or puts something before it, and when React has written into it. The
 * browser then translates it again.
 */
export const TRANSLATION_SCRIPT = `(() => {
  const replacements = new WeakMap();
  const putBack = (text) => {
    if (replacements.has(text) && !text.parentNode) replacements.get(text).replaceWith(text);
    replacements.delete(text);
  };
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
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) removedNodes.forEach((text, place) => {
      const replacement = [addedNodes[place], previousSibling, nextSibling].find((node) => added.has(node));
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected || !replacement) return;
      replacements.set(text, replacement);
      written.observe(text, { characterData: true });
    });
  });
  addEventListener('DOMContentLoaded', () => replaced.observe(document, { childList: true, subtree: true }));
})()`;
