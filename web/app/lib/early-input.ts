import { useEffect } from 'react';

declare global {
  interface Window {
    /**
     * What was clicked, typed and sent before the hydration; the page's own script keeps it (entry.server.tsx): buttons, and fields
     * with their last value.
     */
    early?: ReadonlyMap<Element, string | boolean>;
  }
}

let early: readonly (readonly [Element, string | boolean])[] = [];

/** Call it when the hydration begins: from then on React hears of events itself, and what it hears must not be repeated. */
export function takeEarlyInput(): void {
  early = [...(window.early ?? [])];
  delete window.early;
}

/** Sets a property as a visitor does: React ignores what is set on the element itself, and an event without a change. */
function set(element: Element, name: 'value' | 'checked', value: unknown, ...events: string[]): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), name)?.set?.call(element, value);
  for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true }));
}

function repeat(element: Element, value: string | boolean): void {
  if (typeof value === 'string') {
    // The field may still have the text, which is no change.
    if (!(element instanceof HTMLSelectElement)) set(element, 'value', '', 'input');
    return set(element, 'value', value, 'input', 'change');
  }
  if (element instanceof HTMLInputElement) {
    if (element.checked === value) set(element, 'checked', !value, 'click');
    if (element.checked === value) return;
  }
  element.removeAttribute('aria-busy');
  (element as HTMLElement).click();
}

/**
 * Repeats what was done before the hydration. Until then a button does nothing, and the hydration sets each field to its first value.
 * A button is clicked once: who sees nothing happen clicks more than once.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    // Each in its own turn, so that a form is sent with what was typed.
    for (const [element, value] of early) setTimeout(repeat, 0, element, value);
    early = [];
  }, []);
}
