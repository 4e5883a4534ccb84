import type { CampaignCard } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { ContentPicture } from './content-picture.tsx';

/** `2026/11/01 – 2026/11/30`. A campaign ends at 24:00 of its last day, so the last moment before it names that day. */
export const periodOf = ({ start, end }: Pick<CampaignCard, 'start' | 'end'>): string =>
  `${formatDate(start)} – ${end ? formatDate(new Date(Date.parse(end) - 1)) : '長期'}`;

/** Days to the end of an active campaign, or to the start of an upcoming one (spec/1-catalogue-and-content §2). */
export function DaysLeft({ event: { state, daysLeft } }: { event: Pick<CampaignCard, 'state' | 'daysLeft'> }) {
  if (daysLeft === null) return null;
  return <Badge look={state === 'active' ? 'brand' : 'amber'}>{state === 'active' ? `剩 ${daysLeft} 天` : `${daysLeft} 天後開始`}</Badge>;
}

/** `about`: the summary in parts (`ui/words.tsx`), where the server alone renders the tile */
type TileProps = { event: CampaignCard; priority?: boolean; level?: 2 | 3; about?: ReactNode };

export function CampaignTile({ event, priority = false, level = 2, about }: TileProps) {
  const Heading = `h${level}` as const;
  const { url, name, summary, banner } = event;
  return (
    <article className="group relative flex h-full flex-col">
      <ContentPicture picture={banner} decorative priority={priority} className="h-auto w-full" />
      <Heading className="mt-4 font-sans! text-xl leading-snug font-semibold">
        <Link to={`/event/${url}`} className="after:absolute after:inset-0 group-hover:underline">
          {name}
        </Link>
      </Heading>
      <p className="num mt-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
        <DaysLeft event={event} />
        {periodOf(event)}
      </p>
      <p className="mt-2 text-ink-2">{about ?? summary}</p>
    </article>
  );
}
