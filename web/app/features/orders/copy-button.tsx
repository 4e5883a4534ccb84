import { Copy } from 'lucide';
import { useHydrated } from '../../lib/browser.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Icon } from '../../ui/icon.tsx';
import { messages } from './messages.ts';

/**
 * Copies a number. `what`: its name for screen readers. The space of the button is reserved, and the button appears after
 * hydration.
 */
export function CopyButton({
  text,
  what,
  done = messages.copied,
  failed = messages.copyFailed,
}: {
  text: string;
  what: string;
  done?: string;
  failed?: string;
}) {
  const hydrated = useHydrated();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast(done, 'ok');
    } catch {
      toast(failed, 'error');
    }
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={`inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-brand hover:underline print:hidden ${hydrated ? '' : 'invisible'}`}
    >
      <Icon of={Copy} size={16} />
      複製<span className="sr-only">{what}</span>
    </button>
  );
}
