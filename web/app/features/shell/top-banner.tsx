import { createHash } from 'node:crypto';
import { LayoutAnswer } from '@nordhaut/contracts';
import { X } from 'lucide';
import { renderToStaticMarkup } from 'react-dom/server';
import { load } from '../../lib/load.ts';
import type { TopBanner } from '../../lib/shop.ts';
import type { WebContext } from '../../lib/web-context.ts';
import { Clauses } from '../../ui/clauses.tsx';
import { Icon } from '../../ui/icon.tsx';

const Banner = ({ text, link }: { text: string; link: string }) => (
  <aside aria-label="公告" className="bg-brand text-sm text-surface in-data-nav-top-closed:hidden print:hidden">
    <div className="page flex min-h-11 items-center gap-2">
      {/* As wide on the left as the button is on the right. */}
      <p className="min-w-0 flex-1 ps-10 text-center leading-snug">
        {link ? (
          <a
            href={link}
            data-promotion=""
            className="inline-flex min-h-11 flex-wrap content-center justify-center underline underline-offset-4"
          >
            <Clauses of={text} />
          </a>
        ) : (
          <Clauses of={text} />
        )}
      </p>
      <button
        type="button"
        data-close-banner=""
        aria-label="關閉公告"
        className="-me-3 grid size-11 shrink-0 place-items-center rounded-2 [@media(scripting:none)]:hidden"
      >
        <Icon of={X} size={18} />
      </button>
    </div>
  </aside>
);

/**
 * The banner of the layout setting `Nav-Top`, as HTML, so that no page's script contains it; null where the setting is missing
 * or cannot be read: a page works without it. Only the root's loader and `entry.server.tsx` import this file.
 */
export async function topBanner(context: Pick<WebContext, 'apiFetch'>): Promise<TopBanner | null> {
  const answer = await load(context, LayoutAnswer, '/api/content/layout').catch(() => null);
  const setting = answer?.settings['Nav-Top'];
  if (!setting) return null;
  const [text, link] = setting;
  const key = createHash('sha256').update(JSON.stringify(setting)).digest('hex').slice(0, 16);
  return { html: renderToStaticMarkup(<Banner text={text} link={link} />), key };
}
