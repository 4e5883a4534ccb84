import { CAMPAIGN_TABS, CampaignListAnswer } from '@nordhaut/contracts';
import { data, Link, useNavigation } from 'react-router-dom';

import { useCampaignTurn } from '../features/reading/campaign-turn.ts';
import { CampaignTile } from '../features/reading/campaign-tile.tsx';
import { headings } from '../features/reading/messages.ts';
import { useAtLeast } from '../lib/at-least.ts';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import type { Route } from './+types/events';

const TABS = { active: '進行中的活動', past: '已結束的活動' } as const;

/** `?filter=` is the tab; upcoming campaigns stand in the active one (decisions.md 104). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('filter') ?? 'active';
  const tab = CAMPAIGN_TABS.find((one) => one === asked);
  if (!tab) throw data(null, { status: 404 });
  const { events } = await load(context, CampaignListAnswer, `/api/content/events?filter=${tab}`);
  // What holds today comes before what has not begun; within both, the latest start first.
  const upcoming = events.filter(({ state }) => state === 'unactive');
  return { tab, events: [...events.filter(({ state }) => state !== 'unactive'), ...upcoming] };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = rootData(matches);
  const isPast = loaderData?.tab === 'past';
  return pageMeta(root, {
    title: isPast ? TABS.past : headings.events,
    description: '現在與最近的優惠活動：期間、內容與適用的商品。',
    path: isPast ? '/event?filter=past' : '/event',
    share: 'campaigns',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [headings.events, '/event'],
      ]),
    ],
  });
}

/** ms for which the loading screen is there at least (spec/1-catalogue-and-content §9) */
const LOADING_SCREEN = 300;

/** In place of the tiles while another tab loads. */
function LoadingScreen() {
  return (
    <div role="status" aria-label="載入活動中" className="mt-8 grid gap-x-8 gap-y-12 wide:grid-cols-2">
      {[1, 2, 3, 4].map((place) => (
        <div key={place} aria-hidden className="grid gap-4">
          <div className="skeleton aspect-video rounded-3 bg-sunken" />
          <div className="skeleton h-6 w-2/3 rounded-2 bg-sunken" />
          <div className="skeleton h-4 w-full rounded-2 bg-sunken" />
        </div>
      ))}
    </div>
  );
}

export default function Events({ loaderData: { tab, events } }: Route.ComponentProps) {
  useCampaignTurn(events);
  const { state, location } = useNavigation();
  const loading = useAtLeast(state === 'loading' && location.pathname === '/event', LOADING_SCREEN);
  return (
    <div className="page pt-4">
      <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.events }]} />
      <h1 className="mt-2 text-h1">{headings.events}</h1>
      <nav aria-label="活動" className="mt-6 flex border-b border-line">
        {CAMPAIGN_TABS.map((one) => (
          <Link
            key={one}
            to={one === 'active' ? '/event' : `/event?filter=${one}`}
            preventScrollReset
            aria-current={one === tab ? 'page' : undefined}
            className="-mb-px flex min-h-12 items-center border-b-2 border-transparent px-4 text-ink-2 aria-[current]:border-brand aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {TABS[one]}
          </Link>
        ))}
      </nav>
      {loading ? (
        <LoadingScreen />
      ) : events.length === 0 ? (
        <p className="mt-10 rounded-3 border border-line bg-surface p-8">
          {tab === 'past' ? '最近兩個月沒有結束的活動。' : '目前沒有進行中的活動。'}
        </p>
      ) : (
        <ul className="mt-8 grid gap-x-8 gap-y-12 wide:grid-cols-2">
          {events.map((event, place) => (
            <li key={event.eventId}>
              <CampaignTile event={event} priority={place === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
