import { MapPin } from 'lucide';
import { useState } from 'react';
import { openStoreMap } from '../../lib/store-map.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { headings, messages } from '../checkout/messages.ts';
import { useSession } from '../checkout/session.ts';
import { readStore, setChain } from './choice.ts';

export function StorePicker({ id, error }: { id: string; error: string | undefined }) {
  const { chain, store, storeUnread } = useSession();
  const [busy, setBusy] = useState(false);
  async function choose(): Promise<void> {
    setBusy(true);
    const problem = await openStoreMap(chain);
    if (problem !== undefined) toast(problem, 'error');
    // The browser's back button can return from the map to this page.
    setBusy(false);
  }
  return (
    <div className="grid gap-4">
      <RadioCards
        legend={headings.store}
        name="chain"
        value={chain}
        columns={2}
        onChange={setChain}
        options={[
          { value: 'UNIMARTC2C', title: '7-11' },
          { value: 'FAMIC2C', title: '全家 FamilyMart' },
        ]}
      />
      {!store && storeUnread !== undefined && (
        <RetryPanel title={messages.storeUnread} message={storeUnread} onRetry={() => void readStore(false)} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-2 border border-line bg-surface p-4">
        <div role="status" className="flex min-w-0 items-start gap-3">
          <Icon of={MapPin} size={20} className="mt-1 shrink-0 text-brand" />
          {store ? (
            <p>
              <span className="font-semibold">{store.CVSStoreName}</span>{' '}
              <span className="num text-sm text-ink-3">店號 {store.CVSStoreID}</span>
              <br />
              <span className="text-sm text-ink-2">{store.CVSAddress}</span>
            </p>
          ) : (
            <p className="text-ink-2">尚未選擇門市</p>
          )}
        </div>
        <Button
          id={id}
          look="line"
          busy={busy}
          busyText="開啟門市地圖…"
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => void choose()}
        >
          {store ? '更換門市' : '選擇門市'}
        </Button>
      </div>
      <FieldError id={`${id}-error`} error={error} />
      <p className="text-sm text-ink-3">將前往物流業者的電子地圖，選好門市後會回到這一頁；已填寫的資料會保留。</p>
    </div>
  );
}
