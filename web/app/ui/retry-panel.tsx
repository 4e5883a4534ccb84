import { RotateCw, WifiOff } from 'lucide';
import { useEffect, useEffectEvent } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type Props = { title?: string; message: string; onRetry: () => void; busy?: boolean; offline?: boolean };

/** A failure to load: what failed, why, and a retry, also by itself when the network is back. Typed input around it stays. */
export function RetryPanel({ title = '無法載入', message, onRetry, busy = false, offline = false }: Props) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const again = () => retry();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-3 border border-line bg-surface p-6">
      <p className="flex items-center gap-2 font-semibold">
        <Icon of={offline ? WifiOff : RotateCw} size={20} />
        {title}
      </p>
      <p className="text-ink-2">{message}</p>
      <Button look="line" busy={busy} busyText="重試中…" onClick={onRetry}>
        再試一次
      </Button>
    </div>
  );
}
