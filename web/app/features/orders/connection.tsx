import type { LiveOrder } from '../../lib/live-order-state.ts';
import { formatTime } from '../../lib/dates.ts';
import { useHydrated } from '../../lib/browser.ts';
import { CONNECTION_LABELS } from './messages.ts';

const DOTS = { connecting: 'bg-line-strong', connected: 'bg-ok', reconnecting: 'bg-amber', offline: 'bg-danger' } as const;

/** The state of the live connection and the time of the last update. */
export function Connection({ connection, updatedAt }: Pick<LiveOrder, 'connection' | 'updatedAt'>) {
  const hydrated = useHydrated();
  if (!hydrated) return <p className="min-h-7 text-sm text-ink-3 print:hidden">重新整理此頁即可查看最新狀態</p>;
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2 text-sm text-ink-2 print:hidden">
      <span aria-hidden className={`size-2.5 rounded-full ${DOTS[connection]}`} />
      <span role="status">{CONNECTION_LABELS[connection]}</span>
      {updatedAt !== undefined && <span className="num text-ink-3">更新於 {formatTime(new Date(updatedAt))}</span>}
    </p>
  );
}
