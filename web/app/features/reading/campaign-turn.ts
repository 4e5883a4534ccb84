import { type CampaignCard, nextTurn } from '@nordhaut/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router-dom';

/** ms after the turn, so that a clock that is a little ahead asks late enough */
const LATER = 2_000;

/**
 * Loads an open page anew when one of its campaigns begins or ends, and at midnight, when a day less is left (decisions.md 104).
 * `campaigns`: empty where the page has only the HTML of its campaigns. They begin and end at midnight.
 */
export function useCampaignTurn(campaigns: readonly Pick<CampaignCard, 'start' | 'end'>[] = []): void {
  const { revalidate } = useRevalidator();
  const [turned, setTurned] = useState(0);
  const dates = JSON.stringify(campaigns.map(({ start, end }) => [start, end]));
  const turn = useEffectEvent(() => {
    setTurned(turned + 1);
    // Without a network the page would become an error page.
    if (navigator.onLine) void revalidate();
  });
  useEffect(() => {
    const known = (JSON.parse(dates) as [string, string | null][]).map(([start, end]) => ({
      start: new Date(start),
      end: end === null ? null : new Date(end),
    }));
    const timer = setTimeout(turn, nextTurn(known, new Date()) + LATER);
    return () => clearTimeout(timer);
  }, [dates, turned]);
}
