import { ArrowUp, WifiOff } from 'lucide';
import { useEffect, useState } from 'react';
import { useOnline, useReducedMotion } from '../../lib/browser.ts';
import { focusHeading } from '../../lib/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { OFFLINE_NOTICE } from './messages.ts';

export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-amber-soft px-4 py-2 text-center text-sm text-amber">
          <Icon of={WifiOff} size={18} className="shrink-0" />
          {OFFLINE_NOTICE}
        </p>
      )}
    </div>
  );
}

const FIELD = 'input, select, textarea, iframe';

/**
 * Appears below the first screen (spec/1-catalogue-and-content §2) on a scroll up and at the page's end. It is hidden on
 * a scroll down and while a field has the focus, so that it covers nothing.
 */
export function BackToTop() {
  const [shown, setShown] = useState(false);
  const reduced = useReducedMotion();
  useEffect(() => {
    let before = scrollY;
    let up = false;
    const look = () => {
      if (scrollY !== before) up = scrollY < before;
      before = scrollY;
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 8;
      setShown(scrollY > innerHeight && (up || atEnd) && !document.activeElement?.matches(FIELD));
    };
    look();
    // When a frame such as a card field takes the focus, the window gets only a blur event.
    const events = ['scroll', 'focusin', 'focusout', 'blur', 'focus', 'resize'] as const;
    for (const event of events) addEventListener(event, look, { passive: true });
    return () => {
      for (const event of events) removeEventListener(event, look);
    };
  }, []);
  if (!shown) return null;
  return (
    <button
      type="button"
      aria-label="回到頁首"
      onClick={() => {
        scrollTo({ top: 0, behavior: reduced ? 'instant' : 'smooth' });
        focusHeading();
      }}
      className="rise fixed end-4 bottom-24 z-30 mb-(--banner) grid size-12 place-items-center rounded-full border border-line bg-surface shadow-2 hover:bg-sunken desk:end-8"
    >
      <Icon of={ArrowUp} size={20} />
    </button>
  );
}
