import type { LayoutAnswer } from '@nordhaut/contracts';
import { isRemembered, remember } from '../../lib/device-memory.ts';

type HomePopup = NonNullable<LayoutAnswer['settings']['HOME_POPUP_INFO']>;

const ROBOT = /bot|crawl|spider|slurp|lighthouse|preview/i;
const sources = (image: string, type: string): string =>
  [320, 640, 1280].map((width) => `/img/content/${image}-${width}.${type} ${width}w`).join(', ');

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), { className });
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * Shows the popup of the home page, once per id and device; never to robots, nor together with the question for consent
 * (decisions.md 106). It opens when its picture is there, and counts as shown from then on. The page loads this file only
 * where the popup has not been shown.
 */
export async function showPopup(popup: HomePopup, go: (path: string) => void): Promise<void> {
  const name = `popup-${popup.COOKIE_ID}`;
  const decided = () => document.documentElement.hasAttribute('data-consent');
  if (ROBOT.test(navigator.userAgent) || !decided()) return;

  const sizes = '(min-width: 56.25rem) 40rem, 90vw';
  const picture = make('picture', '');
  for (const [image, media] of [
    [popup.pc_img, '(min-width: 56.25rem)'],
    [popup.mb_img, 'not all and (min-width: 56.25rem)'],
  ] as const) {
    for (const type of ['avif', 'webp'])
      picture.append(make('source', '', { media, sizes, type: `image/${type}`, srcset: sources(image, type) }));
  }
  const image = make('img', 'block h-auto max-h-[80dvh] w-full rounded-3 object-contain', { alt: popup.alt });
  picture.append(image);
  image.src = `/img/content/${popup.mb_img}-640.png`;
  // A popup whose picture cannot be loaded is not shown, and is tried again at the next visit.
  const loaded = await image.decode().then(
    () => true,
    () => false,
  );
  if (!loaded) return;
  if (location.pathname !== '/' || document.querySelector('dialog[open]') || !decided() || isRemembered(name, '1')) return;

  const dialog = make('dialog', 'm-auto w-[min(40rem,90vw)] bg-transparent p-0 backdrop:bg-ink/50', { 'aria-label': popup.alt });
  const close = () => dialog.close();
  const { link } = popup;
  const content = link ? make('a', 'block', { href: link, 'data-promotion': popup.alt }) : picture;
  if (link) {
    content.append(picture);
    content.addEventListener('click', (event) => {
      if (!link.startsWith('/') || !(event instanceof MouseEvent) || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      close();
      go(link);
    });
  }
  const button = make('button', 'absolute end-2 top-2 grid size-11 place-items-center rounded-full bg-surface text-xl text-ink', {
    type: 'button',
    'aria-label': '關閉',
  });
  button.textContent = '×';
  button.addEventListener('click', close);
  dialog.addEventListener('click', (event) => event.target === dialog && close());
  dialog.addEventListener('close', () => dialog.remove());
  addEventListener('popstate', close, { once: true });
  dialog.append(button, content);
  document.body.append(dialog);
  dialog.showModal();
  remember(name, '1');
}
