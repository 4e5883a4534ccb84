import type { CampaignCard } from '@nordhaut/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { LinkButton } from '../../ui/button.tsx';
import { CampaignTile } from '../reading/campaign-tile.tsx';

/** The active campaigns in a row that is scrolled by hand (spec/1-catalogue-and-content §2). */
function CampaignRow({ events }: { events: readonly CampaignCard[] }) {
  if (events.length === 0) return null;
  return (
    <section aria-label="進行中的活動" className="page pt-16 desk:pt-24">
      {/* No snapping: it would move a focused link out of sight again. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard */}
      <ul tabIndex={0} aria-label="進行中的活動" className="snap-row snap-none gap-4 -outline-offset-2 desk:gap-6">
        {events.map((event) => (
          <li key={event.eventId} className="w-[84%] desk:w-[45%]">
            <CampaignTile event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FoundingBanner() {
  return (
    <section aria-label="創始會員" className="page pt-16">
      <div className="grid justify-items-start gap-4 rounded-3 bg-brand-soft p-6 desk:flex desk:items-center desk:justify-between desk:p-10">
        <p>
          <strong className="block text-lg">成為創始會員</strong>
          前一千名消費滿 NT$3,000 的會員，享 1.5 % 購物金回饋與專屬生日禮。
        </p>
        <LinkButton to="/vip-rights" look="line" className="shrink-0">
          看會員禮遇
        </LinkButton>
      </div>
    </section>
  );
}

const html = (part: React.ReactNode): string => renderToStaticMarkup(<StaticRouter location="/product">{part}</StaticRouter>);

/** Parts of the list without state, as HTML for `StaticPart` (infra/decisions/073). Only the loader imports this file. */
export const listHtml = (events: readonly CampaignCard[]): { campaigns: string; founding: string } => ({
  campaigns: html(<CampaignRow events={events} />),
  founding: html(<FoundingBanner />),
});
