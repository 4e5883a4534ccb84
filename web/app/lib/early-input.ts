import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /**
     * What was clicked, typed into and sent before the hydration: buttons and fields. The page's own script keeps them (entry.server.tsx).
     * `putBack`: of the script for translated pages, missing where it failed
     */
    early?: ReadonlySet<Element> & { putBack?(): void };
  }
}

let early = new Set<Element>();

/** Call it when the hydration begins: from then on React hears of events itself, and what it hears must not be repeated. */
export function takeEarlyInput(): void {
  window.early?.putBack?.();
  early = new Set(window.early);
  delete window.early;
  addEventListener('click', ({ target }) => early.delete((target as Element).closest('button') as Element), true);
}

/** Sets a property as a visitor does: React ignores what is set on the element itself, and an event without a change. */
export function setAsTyped(element: Element, name: 'value' | 'checked', value: unknown, ...events: string[]): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), name)?.set?.call(element, value);
  for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true }));
}

function press(element: HTMLElement): void {
  element.removeAttribute('aria-busy');
  if (early.delete(element)) element.click();
}

const isChoice = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);

/** Chooses again what is chosen now. A radio button that is not chosen has another one of its group in its place. */
function chooseAgain(element: HTMLInputElement, isChosen: boolean): void {
  if (element.type === 'radio' && !isChosen) return;
  if (element.checked === isChosen) setAsTyped(element, 'checked', !isChosen, 'click');
  if (element.checked !== isChosen) element.click();
}

function typeAgain(element: Element, text: string): void {
  // The field may still have the text, which is no change.
  if (!(element instanceof HTMLSelectElement)) setAsTyped(element, 'value', '', 'input');
  setAsTyped(element, 'value', text, 'input', 'change');
  // Some fields count when they are left.
  if (document.activeElement !== element) element.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

/** What repeats the input of a field, as it is now. */
function again(element: Element): () => void {
  if (!isChoice(element)) return typeAgain.bind(undefined, element, (element as HTMLInputElement).value);
  return chooseAgain.bind(undefined, element, element.checked);
}

async function repeatAll(): Promise<void> {
  const elements = [...early];
  const isButton = (element: Element): boolean => element instanceof HTMLButtonElement;
  early = new Set(elements.filter(isButton));
  const fields = elements.filter((element) => !isButton(element)).map(again);
  // Before the next key, and each after React has the one before.
  for (const field of fields) {
    await Promise.resolve();
    field();
  }
  // Last and each in its own turn, so that a form is sent with what was typed.
  for (const button of elements.filter(isButton)) setTimeout(press, 0, button);
}

/**
 * Repeats what was done before the hydration. Until then a button does nothing, and what React shows next sets each field to its first
 * value. A button is clicked once: who sees nothing happen clicks more than once. The click that React gets during the hydration
 * counts in its place.
 */
export function useEarlyInput(): void {
  // In the layout effect of the hydration the fields still have all that was typed, also after `takeEarlyInput`.
  useLayoutEffect(() => {
    void repeatAll();
  }, []);
}
