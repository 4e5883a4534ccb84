import { CircleAlert, CircleCheck, Info, X } from 'lucide';
import { dismissToast, useToasts } from '../lib/stores/toasts.ts';
import { Icon } from './icon.tsx';

const ICONS = { info: Info, ok: CircleCheck, error: CircleAlert } as const;

/** Shows the messages of `toast()`, above the bar at the bottom of a phone. The live regions announce them. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <section
      aria-label="訊息"
      className="page pointer-events-none fixed inset-x-0 bottom-24 z-50 mb-(--banner) flex flex-col items-center gap-2 desk:bottom-6 desk:items-start"
    >
      {toasts.map(({ id, text, kind }) => {
        return (
          <div
            key={id}
            className={`rise pointer-events-auto flex max-w-md items-center gap-3 rounded-2 ps-4 text-surface shadow-2 ${kind === 'error' ? 'bg-danger' : 'bg-ink'}`}
          >
            <Icon of={ICONS[kind]} size={20} className="shrink-0" />
            <span className="py-2.5">{text}</span>
            <button
              type="button"
              aria-label="關閉訊息"
              onClick={() => dismissToast(id)}
              className="grid size-11 shrink-0 place-items-center"
            >
              <Icon of={X} size={18} />
            </button>
          </div>
        );
      })}
    </section>
  );
}
