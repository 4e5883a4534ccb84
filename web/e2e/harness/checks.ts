import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, type Request } from '@playwright/test';
import type axe from 'axe-core';

/** px, in both directions (design/web.md, "Budgets and acceptance") */
const LEAST_TARGET = 44;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Only violations are read: axe need not describe each element that passes, which costs more than the rules themselves. */
const VIOLATIONS: axe.RunOptions = { resultTypes: ['violations'] };

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Looks of text in which axe found enough contrast, in the pages of this worker: see `skipSeenLooks`. */
const goodLooks = new Set<string>();

/**
 * Limits axe's costliest rule, the contrast, to elements with a text of their own or a value, as the rule itself does, and keeps
 * it from looking again at text that looks like text that it has seen: the same colour and size on the same backgrounds, up to
 * the first opaque one. A text that something else may lie behind is always looked at: one that is positioned, that touches a
 * positioned neighbour, or that is see-through. All other rules look at every element.
 * @returns the looks that axe sees for the first time
 */
async function skipSeenLooks(page: Page): Promise<string[]> {
  return page.evaluate(
    (seen) => {
      const known = new Set(seen);
      const fresh = new Set<string>();
      const styles = new Map<Element, CSSStyleDeclaration>();
      const styleOf = (element: Element): CSSStyleDeclaration => {
        const style = styles.get(element) ?? getComputedStyle(element);
        styles.set(element, style);
        return style;
      };
      const floats = (element: Element): boolean => ['absolute', 'fixed'].includes(styleOf(element).position);
      /** the boxes of an element and of what it holds, without those that show nothing, such as a text for screen readers */
      const boxes = new Map<Element, DOMRect[]>();
      const boxesOf = (element: Element): DOMRect[] => {
        const known = boxes.get(element);
        if (known) return known;
        const all = [element, ...element.querySelectorAll('*')].map((one) => one.getBoundingClientRect());
        const shown = all.filter(({ width, height }) => width > 1 && height > 1);
        boxes.set(element, shown);
        return shown;
      };
      const touch = (one: DOMRect, other: DOMRect): boolean =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      const seeThrough = new Map<Element, boolean>();
      const isSeeThrough = (element: Element): boolean => {
        const answer = seeThrough.get(element);
        if (answer !== undefined) return answer;
        const { opacity, filter, mixBlendMode } = styleOf(element);
        const own = opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal';
        const all = own || (element.parentElement !== null && isSeeThrough(element.parentElement));
        seeThrough.set(element, all);
        return all;
      };
      /** colours and pictures from the text to the first opaque background; undefined where something else may lie between */
      const behind = (text: Element): string | undefined => {
        const layers: string[] = [];
        const box = text.getBoundingClientRect();
        const isOver = (other: Element): boolean => floats(other) && boxesOf(other).some((one) => touch(one, box));
        for (let element: Element | null = text; element; element = element.parentElement) {
          const { backgroundColor, backgroundImage, position } = styleOf(element);
          layers.push(`${backgroundColor} ${backgroundImage}`);
          if (backgroundImage === 'none' && backgroundColor.startsWith('rgb(')) return layers.join(' / ');
          if (position !== 'static' && position !== 'relative') return undefined;
          if ([...(element.parentElement?.children ?? [])].some((other) => other !== element && isOver(other))) return undefined;
        }
        return layers.join(' / ');
      };
      for (const marked of document.querySelectorAll('[data-contrast]')) marked.removeAttribute('data-contrast');
      for (const element of document.body.querySelectorAll('*')) {
        const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
        if (!hasText && !element.matches('input, select, textarea')) continue;
        element.setAttribute('data-contrast', '');
        const layers = hasText && !isSeeThrough(element) && behind(element);
        if (!layers) continue;
        const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = styleOf(element);
        const look = [color, fontSize, fontWeight, textShadow, webkitTextStroke, layers].join(' | ');
        if (known.has(look) || fresh.has(look)) element.removeAttribute('data-contrast');
        else fresh.add(look);
      }
      window.axe?.configure({ rules: [{ id: 'color-contrast', selector: '[data-contrast]' }] });
      return [...fresh];
    },
    [...goodLooks],
  );
}

/** Only a page with frames needs the builder. It sends axe to the page anew for each analysis, and opens a second page. */
async function violationsOf(page: Page): Promise<axe.Result[]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page, axeSource: AXE }).options(VIOLATIONS).analyze()).violations;
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(AXE);
  const looks = await skipSeenLooks(page);
  const violations = await page.evaluate(async (options) => {
    if (!window.axe) throw new Error('axe is not in the page');
    return (await window.axe.run(document, options)).violations;
  }, VIOLATIONS);
  if (!violations.some(({ id }) => id === 'color-contrast')) for (const look of looks) goodLooks.add(look);
  return violations;
}

/**
 * Runs one of several checks that do not depend on each other. Where it fails, the test goes on, and fails at its end with
 * every check that failed.
 */
export async function softly(name: string, check: () => Promise<void>): Promise<void> {
  const failure = await check().then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  expect.soft(failure, name).toBe('');
}

/** axe finds nothing, in the page and in the card fields' frames. */
export async function expectAccessible(page: Page): Promise<void> {
  // An element that fades in has its contrast only at the end.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  const violations = await violationsOf(page);
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.slice(0, 5).map(({ target, failureSummary }) => `${String(target)}: ${failureSummary ?? ''}`),
  }));
  expect(found, 'axe').toEqual([]);
}

/** The most that a page may shift while it loads (design/web.md, "Budgets and acceptance"). */
const MOST_SHIFT = 0.02;
type Rectangle = { x: number; y: number; width: number; height: number };
type Source = { node: Node | null; previousRect: Rectangle; currentRect: Rectangle };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };

/**
 * Cumulative layout shift since the page was loaded: the largest sum of shifts in one window, as browsers define it. A
 * window ends after 1 s without a shift, or after 5 s. Shifts within 500 ms of an input do not count.
 */
export async function layoutShift(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const seen = observer.takeRecords() as Shift[];
    observer.disconnect();
    return seen.filter(({ hadRecentInput }) => !hadRecentInput).map(({ startTime, value }) => ({ startTime, value }));
  });
  let [most, sum, first, last] = [0, 0, 0, 0];
  for (const { startTime, value } of shifts) {
    if (startTime - last > 1_000 || startTime - first > 5_000) [sum, first] = [0, startTime];
    sum += value;
    last = startTime;
    most = Math.max(most, sum);
  }
  return most;
}

/** What moved, and from where to where, for the message of a failed test. */
const whatMoved = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    observer.disconnect();
    const box = ({ x, y, width, height }: Rectangle): string => `${x},${y} ${width}×${height}`;
    const named = (node: Node | null): string => (node instanceof Element ? `${node.tagName}.${node.className}` : (node?.nodeName ?? '?'));
    return shifts
      .flatMap(({ startTime, value, sources }) => [
        `${startTime.toFixed(0)} ms: ${value.toFixed(4)}`,
        ...sources.map(({ node, previousRect, currentRect }) => `  ${named(node)}: ${box(previousRect)} → ${box(currentRect)}`),
      ])
      .join('\n');
  });

/** What may move a page when it arrives later: data and code. Pictures have their space reserved, and fonts are awaited in the page. */
const MOVING = ['document', 'fetch', 'xhr', 'script', 'stylesheet'];

/** Waits until the page has the answers to all that it asked for, and has painted them. Its connection for pushes stays open. */
export function quietAfter(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  const end = (request: Request): void => void underWay.delete(request);
  page.on('request', (request) => {
    // Nobody reports the end of requests of the page before.
    if (request.isNavigationRequest()) underWay.clear();
    if (MOVING.includes(request.resourceType()) && !request.url().includes('/socket.io/')) underWay.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const painted = (): Promise<void> =>
    page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    });
  return async () => {
    // What was painted may have asked for more.
    do {
      await expect
        .poll(() => [...underWay].map((request) => request.url()), { intervals: [20], message: 'requests under way' })
        .toEqual([]);
      await painted();
    } while (underWay.size > 0);
  };
}

/** The page has not shifted by more than the budget so far. */
export async function expectStill(page: Page): Promise<void> {
  const shift = await layoutShift(page);
  expect(shift, `layout shift\n${shift > MOST_SHIFT ? await whatMoved(page) : ''}`).toBeLessThanOrEqual(MOST_SHIFT);
}

/** The lines of an element that holds a text only, as they are drawn. */
export const linesOf = (element: Locator): Promise<string[]> =>
  element.evaluate(({ firstChild: text }) => {
    const lines: string[] = [];
    if (!text) return lines;
    const range = document.createRange();
    let last = -Infinity;
    for (const [place, character] of [...(text.textContent ?? '')].entries()) {
      range.setStart(text, place);
      range.setEnd(text, place + 1);
      const { top } = range.getBoundingClientRect();
      if (top > last + 4) lines.push('');
      last = top;
      lines[lines.length - 1] += character;
    }
    return lines;
  });

/** At `width` the page has no horizontal scroll and no element beyond its right edge. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const sticking = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room && document.body.scrollWidth <= room) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > room + 1)
      .map((element) => `<${element.localName} class="${element.className}"> ends at ${element.getBoundingClientRect().right}`)
      .slice(-5);
  });
  expect(sticking, `sideways scroll at ${width} px`).toEqual([]);
}

/**
 * At `width` every control and every amount in the main part can be scrolled into view and hit: nothing covers its middle,
 * and no amount is broken over two lines.
 */
export async function expectNothingCovered(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const found = await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const wrong: string[] = [];
    const look = (element: Element, box: () => DOMRect, name: string): void => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = box();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const own = over && (element.contains(over) || over.contains(element) || element.closest('label')?.contains(over));
      if (!own) wrong.push(`${name} lies under <${over?.localName} class="${over?.className}">`);
    };
    const shown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && (element as HTMLElement).checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    // A carousel has slides outside the page on purpose.
    const still = (element: Element): boolean => !element.closest('[aria-roledescription="輪播"]');
    for (const element of main.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea')) {
      if (!shown(element) || !still(element)) continue;
      look(element, () => element.getBoundingClientRect(), `<${element.localName}> ${(element.ariaLabel ?? element.textContent).trim()}`);
    }
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const parent = text.parentElement;
      if (!parent || !shown(parent) || !still(parent) || parent.localName === 'option') continue;
      for (const { index, 0: amount } of (text.textContent ?? '').matchAll(/NT\$[\d,]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + amount.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          wrong.push(`${amount} is broken over two lines`);
        look(parent, () => range.getBoundingClientRect(), amount);
      }
    }
    return wrong;
  });
  expect(found, `covered or broken at ${width} px`).toEqual([]);
}

/** Buttons, fields and links outside running text are large enough to hit. */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate((least) => {
    const visible = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && (element as HTMLElement).checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    /** A link inside a line of text has the height of the line. */
    const inText = (element: Element): boolean =>
      element.localName === 'a' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    /** The clickable area: the label of a tick box, the layer that a link spreads over its tile. */
    const size = (element: Element): { width: number; height: number } => {
      const label = element.matches('input[type=radio], input[type=checkbox]') ? element.closest('label') : null;
      const after = getComputedStyle(element, '::after');
      if (after.content !== 'none' && after.position === 'absolute')
        return { width: Number.parseFloat(after.width), height: Number.parseFloat(after.height) };
      return (label ?? element).getBoundingClientRect();
    };
    return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]')]
      .filter((element) => visible(element) && !inText(element))
      .map((element) => ({ element, ...size(element) }))
      .filter(({ width, height }) => width < least - 0.5 || height < least - 0.5)
      .map(
        ({ element, width, height }) =>
          `<${element.localName}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}: ${Math.round(width)} × ${Math.round(height)}`,
      );
  }, LEAST_TARGET);
  expect(small, `targets under ${LEAST_TARGET} px`).toEqual([]);
}
