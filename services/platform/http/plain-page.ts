/** Text for an element or an attribute of a page. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? char);

/** A page that needs nothing of the web app. @param body HTML */
export const plainPage = (title: string, body: string): string => `<!doctype html>
<html lang="zh-Hant-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;padding:24px;font:16px/1.7 system-ui,'Noto Sans TC',sans-serif;text-align:center">
${body}
</body>
</html>
`;
