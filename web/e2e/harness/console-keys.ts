import { expect, type Locator, type Page } from '@playwright/test';

/** The console by keys alone: what gets the focus gets it by Tab, as for somebody without a mouse. */
export const REASON = '顧客來電說明';

/** Presses Tab until `target` has the focus. `most`: presses after which it counts as unreachable */
export async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  await expect(target).toBeVisible();
  for (let tabs = 0; tabs < most && !(await target.evaluate((element) => element === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Types over what the field has. */
export async function typeInto(page: Page, field: Locator, text: string, most?: number): Promise<void> {
  await tabTo(page, field, most);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Chooses an entry of a list by the arrow keys. */
export async function chooseIn(page: Page, list: Locator, entry: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.press('Home');
  const chosen = () => list.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.textContent);
  for (let place = 0; place < 20 && (await chosen()) !== entry; place++) await page.keyboard.press('ArrowDown');
  expect(await chosen()).toBe(entry);
}

/** Goes to a button, a link or a fold, and presses Enter. */
export async function enter(page: Page, target: Locator, most?: number): Promise<void> {
  await tabTo(page, target, most);
  await page.keyboard.press('Enter');
}

/** An act by keys alone: its button, the fields that `fill` types into, the reason, and the button that sends. */
export async function act(
  support: Page,
  name: string,
  fill?: () => Promise<void>,
  button: string | RegExp = name,
  said: string | RegExp = /^已完成，訂單狀態：/,
): Promise<void> {
  const opens = support.getByRole('button', { name: button, exact: true });
  // The act before may be what allows this one.
  await expect(opens).toBeEnabled();
  await opens.press('Enter');
  const form = support.getByRole('form', { name });
  await expect(form.getByRole('heading')).toBeFocused();
  await fill?.();
  const reason = form.getByLabel('原因', { exact: true });
  await tabTo(support, reason);
  await support.keyboard.type(REASON);
  await expect(form.getByRole('button', { name: '確認送出' })).toBeEnabled();
  await support.keyboard.press('Tab');
  await support.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(support.getByText(said)).toBeVisible();
}

/** What a mouse can use on a page. The choices of one radio group are one stop of the Tab key. */
const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';
/** Numbers the stops of the page. @returns how many there are */
const numbered = (page: Page): Promise<number> =>
  page.evaluate((controls) => {
    const shown = [...document.querySelectorAll<HTMLElement>(controls)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const groups = new Map<string, number>();
    let stops = 0;
    for (const one of shown) {
      const group = one instanceof HTMLInputElement && one.type === 'radio' ? one.name : undefined;
      const stop = (group === undefined ? undefined : groups.get(group)) ?? ++stops;
      if (group !== undefined) groups.set(group, stop);
      one.dataset['stop'] = String(stop);
    }
    return stops;
  }, CONTROLS);

/** The Tab key reaches each control of the page, which then shows that it has the focus. */
export async function expectReachable(page: Page): Promise<void> {
  const stops = await numbered(page);
  expect(stops, 'the navigation and more').toBeGreaterThan(14);
  const [reached, unmarked] = [new Set<string>(), new Set<string>()];
  // A field for a date takes several.
  for (let presses = 0; presses <= 2 * stops + 20 && reached.size < stops; presses++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      if (!(one instanceof HTMLElement) || one.dataset['stop'] === undefined) return;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      return { stop: one.dataset['stop'], text: one.outerHTML.slice(0, 120), isMarked };
    });
    if (at) reached.add(at.stop);
    if (at && !at.isMarked) unmarked.add(at.text);
  }
  expect(Array.from({ length: stops }, (_, at) => String(at + 1)).filter((stop) => !reached.has(stop))).toEqual([]);
  expect([...unmarked]).toEqual([]);
}
