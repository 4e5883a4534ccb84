import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide';
import { Children, type ReactNode, useEffect, useRef, useState } from 'react';
import { useHydrated, useReducedMotion } from '../lib/browser.ts';
import { Icon } from './icon.tsx';

type Props = {
  /** Its content, e.g. 「建議使用流程」. */
  label: string;
  children: ReactNode;
  /** CSS width classes of a slide. */
  slide: string;
  /** ms between slides; without it the slides move only by hand. Stops on hover, focus, reduced motion and by button. */
  every?: number;
  gap?: string;
  /** On a phone the row runs to the edges of the screen: only for slides that are narrower than the page. */
  bleed?: boolean;
  /**
   * `over`: a thin line with a part for each slide is on the slides' lower edge, in 3.75rem that each slide leaves free;
   * `below`: two arrows are under the slides.
   */
  controls?: 'over' | 'below';
  /** The visitor points at the row, gives it the focus or scrolls it. */
  onUse?: () => void;
};

/** A row with scroll snapping. The user, the buttons or, with `every`, a timer scrolls it. Without script it is a scrollable row. */
export function Carousel({ label, children, slide, every, gap = 'gap-0', bleed = false, controls = 'below', onUse }: Props) {
  const slides = Children.toArray(children);
  const row = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState(0);
  const [overflows, setOverflows] = useState(true);
  const [playing, setPlaying] = useState(true);
  const [held, setHeld] = useState(false);
  const reduced = useReducedMotion();
  const hydrated = useHydrated();
  const moves = every !== undefined && playing && !held && !reduced;

  const widthOf = (): number => {
    const [first, second] = row.current?.children ?? [];
    if (!(first instanceof HTMLElement)) return 1;
    return second instanceof HTMLElement ? second.offsetLeft - first.offsetLeft : first.offsetWidth;
  };
  function hold(): void {
    setHeld(true);
    onUse?.();
  }
  function go(to: number): void {
    const element = row.current;
    if (!element) return;
    const width = widthOf();
    const last = Math.max(0, Math.round((element.scrollWidth - element.clientWidth) / width));
    const place = to > last ? 0 : to < 0 ? last : to;
    element.scrollTo({ left: place * width, behavior: reduced ? 'instant' : 'smooth' });
  }

  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => {
      if (!document.hidden) go(Math.round((row.current?.scrollLeft ?? 0) / widthOf()) + 1);
    }, every);
    return () => clearInterval(timer);
  });

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 4));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const button = 'grid size-11 place-items-center rounded-full border border-line-strong bg-surface text-ink hover:bg-sunken';
  const pause = every !== undefined && !reduced && (
    <button type="button" className={button} aria-label={playing ? '暫停輪播' : '播放輪播'} onClick={() => setPlaying(!playing)}>
      <Icon of={playing ? Pause : Play} size={18} />
    </button>
  );
  return (
    <section
      aria-roledescription="輪播"
      aria-label={label}
      className="relative"
      onMouseEnter={hold}
      onMouseLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHeld(false)}
    >
      <ol
        ref={row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard
        tabIndex={overflows ? 0 : -1}
        aria-label={label}
        onScroll={(event) => {
          setAt(Math.round(event.currentTarget.scrollLeft / widthOf()));
          onUse?.();
        }}
        className={`${bleed ? 'bleed ' : ''}snap-row relative ${gap} -outline-offset-2`}
      >
        {slides.map((content, place) => (
          <li key={place} aria-label={`第 ${place + 1} 項，共 ${slides.length} 項`} className={`block ${slide}`}>
            {content}
          </li>
        ))}
      </ol>
      {hydrated && overflows && controls === 'over' && (
        <div className="page absolute inset-x-0 bottom-2 flex items-center gap-2">
          {slides.map((_, place) => (
            <button
              key={place}
              type="button"
              aria-label={`第 ${place + 1} 項`}
              aria-current={place === at || undefined}
              onClick={() => go(place)}
              className="h-11 max-w-24 flex-1 border-line-strong bg-line-strong bg-clip-content py-[1.3125rem] hover:bg-ink aria-[current]:bg-brand aria-[current]:py-[1.25rem] forced-colors:forced-color-adjust-none forced-colors:bg-[CanvasText] forced-colors:aria-[current]:bg-[Highlight]"
            />
          ))}
          {pause}
        </div>
      )}
      {hydrated && overflows && controls === 'below' && (
        <div className="mt-4 flex items-center justify-end gap-2">
          {pause}
          <button type="button" className={button} aria-label="上一項" onClick={() => go(at - 1)}>
            <Icon of={ChevronLeft} size={20} />
          </button>
          <button type="button" className={button} aria-label="下一項" onClick={() => go(at + 1)}>
            <Icon of={ChevronRight} size={20} />
          </button>
        </div>
      )}
      {controls === 'below' && !hydrated && <div aria-hidden className="mt-4 h-11" />}
    </section>
  );
}
