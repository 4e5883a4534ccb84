import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export type Tab = { key: string; label: ReactNode; content: ReactNode };

/**
 * Tabs as in the ARIA practices: one tab stop, arrow keys, Home and End. `start` is the key of the tab that is open at first, and
 * again when it changes. Without script all panels are open.
 */
export function Tabs({ label, tabs, start }: { label: string; tabs: readonly Tab[]; start?: string | undefined }) {
  const id = useId();
  const [active, setActive] = useState(start ?? tabs[0]?.key);
  const [before, setBefore] = useState(start);
  if (start !== before) {
    setBefore(start);
    if (start !== undefined) setActive(start);
  }
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ key }) => key === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    setActive(next.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex flex-wrap gap-x-[clamp(1rem,6vw,2.5rem)] border-b border-line [@media(scripting:none)]:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-tab={tab.key}
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === active}
            aria-controls={`${id}-${tab.key}-panel`}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => setActive(tab.key)}
            className="-mb-px min-h-12 border-b-2 border-transparent tracking-wide whitespace-nowrap text-ink-2 aria-selected:border-brand aria-selected:font-semibold aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-${tab.key}-panel`}
          aria-labelledby={`${id}-${tab.key}`}
          tabIndex={0}
          // The attribute `hidden` could not be undone for browsers without script.
          className={`py-8 ${tab.key === active ? '' : 'hidden [@media(scripting:none)]:block'}`}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
