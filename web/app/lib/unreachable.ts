import { OFFLINE, UNREACHABLE } from './messages.ts';
import { toast } from './stores/toasts.ts';

/** Shows that the shop does not answer, when a page cannot be opened. */
export const toastUnreachable = (): void => toast(navigator.onLine ? UNREACHABLE : OFFLINE, 'error');

/**
 * Call this when the code of the page at `href`, or of a part of the open page, could not be loaded. If the shop answers, a
 * newer version has replaced the files, so the browser loads `href` or the open page as a new document. Otherwise the open
 * page stays and shows the reason.
 */
export async function onCodeMissing(href?: string): Promise<void> {
  const answers =
    navigator.onLine &&
    (await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    ));
  if (!answers) toastUnreachable();
  else if (href) location.assign(href);
  else location.reload();
}
