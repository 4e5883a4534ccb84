import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

/** ms; a page in a hidden tab is not painted, and comes alive all the same */
const PATIENCE = 300;

let begun = false;
function begin(): void {
  if (begun) return;
  begun = true;
  startTransition(() => void hydrateRoot(document, <HydratedRouter />));
}

// The page reads without script: what the server sent is painted before the work of bringing it alive.
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, PATIENCE);
