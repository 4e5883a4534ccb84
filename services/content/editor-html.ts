import { Link } from '@nordhaut/contracts/content';
import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';

const ALLOWED_TAGS =
  'h2 h3 h4 p br hr strong em b i ul ol li dl dt dd blockquote table caption thead tbody tr th td figure figcaption a img span'.split(' ');

/** `[text](address)`; the address has no space. */
const MARKDOWN_LINK = /\[([^[\]\n]{1,200})\]\(([^()\s"'<>]{1,500})\)/g;
/** Only in texts: an attribute may have square brackets. */
const withLinks = (html: string): string =>
  html.replace(/<[^<>]*>|[^<]+/g, (part) => (part.startsWith('<') ? part : part.replace(MARKDOWN_LINK, '<a href="$2">$1</a>')));

const isLink = (address: string | undefined): boolean => address !== undefined && Link.safeParse(address).success;
/** A path of this shop: `/img/…`, never `//elsewhere`. */
const isOwnPath = (address: string | undefined): boolean => address !== undefined && isLink(address) && address.startsWith('/');

/** characters of texts and results that are kept of each function */
const KEPT = 2_000_000;

/** Keeps the results, because each change of the content reads all texts again, of which nearly all are as they were. */
function remembered(clean: (html: string) => string): (html: string) => string {
  const known = new LRUCache<string, string>({
    maxSize: KEPT,
    sizeCalculation: (result, html) => 1 + result.length + html.length,
    memoMethod: clean,
  });
  return (html) => known.memo(html);
}

/**
 * An editor's HTML as a page may show it (decisions.md 107): markdown-style links become anchors, and only the listed tags and
 * attributes stay. Links go to an own path, https or mailto; pictures come from an own path. Cleaning a cleaned text again
 * changes nothing.
 */
export const editorHtml = remembered((html) =>
  sanitizeHtml(withLinks(html), {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'], th: ['scope'], span: ['lang'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: (_tag, { href }) => {
        if (href === undefined || !isLink(href)) return { tagName: 'span', attribs: {} };
        return { tagName: 'a', attribs: href.startsWith('https:') ? { href, rel: 'noopener' } : { href } };
      },
      img: (tagName, { src = '', alt = '', width, height }) => ({
        tagName,
        attribs: { src, alt, ...(isSize(width) && { width }), ...(isSize(height) && { height }), loading: 'lazy' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPath(attribs['src']),
  }),
);

const isSize = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,3}$/.test(text);

/** An answer of the help pages: a text in which a newline is a line break and `[text](address)` a link. */
export const answerHtml = (text: string): string => editorHtml(escapeHtml(text).replace(/\r?\n/g, '<br />'));

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The text of HTML, for the search and for lengths. */
export const textOf = remembered((html) =>
  sanitizeHtml(html.replace(/<(?:\/p|br ?\/?|\/h\d|\/li|\/td|\/dd|\/dt)>/g, ' $&'), { allowedTags: [], allowedAttributes: {} })
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim(),
);

export type Heading = { id: string; text: string; level: 2 | 3 };

/** Numbers the headings of cleaned HTML, so that a table of contents can link to them. */
export function withHeadings(clean: string): { body: string; contents: Heading[] } {
  const contents: Heading[] = [];
  const body = clean.replace(/<h([23])>([\s\S]*?)<\/h\1>/g, (_whole, level: string, inner: string) => {
    const id = `section-${contents.length + 1}`;
    contents.push({ id, text: textOf(inner), level: level === '2' ? 2 : 3 });
    return `<h${level} id="${id}">${inner}</h${level}>`;
  });
  return { body, contents };
}
