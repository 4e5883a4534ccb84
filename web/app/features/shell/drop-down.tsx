import { ChevronDown } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';

/** A line of the navigation and of its drop-downs. */
export const item = 'inline-flex min-h-11 items-center rounded-2 px-3 hover:bg-sunken aria-[current=page]:font-semibold';

const OUTSIDE = ['pointerdown', 'focusin'];

/** A menu of the navigation, with `wide` in two columns: it opens without script, and closes on Escape, on a press or focus outside, and with the page. */
export function DropDown({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const close = ({ target }: { target?: EventTarget | null }): void => {
      if (!(target instanceof Node && details.contains(target))) details.open = false;
    };
    for (const moment of OUTSIDE) document.addEventListener(moment, close);
    return () => {
      for (const moment of OUTSIDE) document.removeEventListener(moment, close);
      // Not at the beginning: the menu may be opened before hydration.
      close({});
    };
  }, [key]);
  return (
    <details
      ref={ref}
      className="group relative"
      onKeyDown={({ key: pressed, currentTarget: details }) => {
        if (pressed !== 'Escape' || !details.open) return;
        details.open = false;
        details.querySelector('summary')?.focus();
      }}
    >
      <summary className={`${item} min-w-24 list-none justify-center gap-1 [&::-webkit-details-marker]:hidden`}>
        {label}
        <Icon of={ChevronDown} size={18} className="transition-transform group-open:rotate-180" />
      </summary>
      <div
        className={`absolute end-0 top-full mt-2 rounded-3 border border-line bg-surface p-2 shadow-2 ${wide ? 'grid w-96 grid-cols-2' : 'w-56'}`}
      >
        {children}
      </div>
    </details>
  );
}
