import { SOCIAL_CHANNEL } from '@nordhaut/contracts';
import { escapeHtml } from '@nordhaut/platform/http';

/**
 * Tells the page that opened the window, and closes it. Where no window can be closed, the browser goes on itself. A tab of the
 * shop that came here itself is not closed: the browser inside another app would end with it.
 */
export const closingPage = (nonce: string, state: number, target: string, isTab: boolean): string => `<!doctype html>
<html lang="zh-Hant-TW"><meta charset="utf-8"><meta name="robots" content="noindex"><title>登入</title>
<p><a id="next" href="${escapeHtml(target)}" data-state="${state}">繼續</a></p>
<script nonce="${nonce}">
const next = document.getElementById('next');
new BroadcastChannel('${SOCIAL_CHANNEL}').postMessage({ provider: 'facebook', state: Number(next.dataset.state) });
${isTab ? '' : 'window.close();'}
setTimeout(() => location.replace(next.href), 400);
</script></html>`;
