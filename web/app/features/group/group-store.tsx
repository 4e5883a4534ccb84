import type { ChosenStore } from '@nordhaut/contracts';
import { useState } from 'react';
import { openStoreMap } from '../../lib/store-map.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { FieldError } from '../../ui/field.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { GroupDraft } from './group-memory.ts';

const STORE_ID = 'group-store';
type Chain = GroupDraft['chain'];

type Props = {
  address: string;
  chain: Chain;
  store: ChosenStore | undefined;
  /** why the page could not read the store */
  unread: string | undefined;
  onReadAgain: () => void;
  onChain: (chain: Chain) => void;
  error: string | undefined;
};

/** The chain, the carrier's map, and the store that was chosen there, which cannot be typed. */
export function GroupStore({ address, chain, store, unread, onReadAgain, onChain, error }: Props) {
  const [busy, setBusy] = useState(false);
  async function choose(): Promise<void> {
    setBusy(true);
    const problem = await openStoreMap(chain, address);
    if (problem !== undefined) toast(problem, 'error');
    // The browser's back button can return from the map to this page.
    setBusy(false);
  }
  return (
    <div className="grid gap-4">
      <RadioCards
        legend="取貨門市"
        name="group-chain"
        value={chain}
        columns={2}
        onChange={onChain}
        options={[
          { value: 'UNIMARTC2C', title: '7-11' },
          { value: 'FAMIC2C', title: '全家 FamilyMart' },
        ]}
      />
      {unread !== undefined && <RetryPanel title="無法讀取取貨門市" message={unread} onRetry={onReadAgain} />}
      <div>
        <Button
          id={STORE_ID}
          look="line"
          busy={busy}
          busyText="開啟門市地圖…"
          aria-describedby={error ? `${STORE_ID}-error` : undefined}
          onClick={() => void choose()}
        >
          {store ? '更換門市' : '選擇門市'}
        </Button>
        <FieldError id={`${STORE_ID}-error`} error={error} />
      </div>
      <div className="grid gap-4 wide:grid-cols-2">
        <TextInput label="門市名稱" required readOnly value={store?.CVSStoreName ?? ''} placeholder="尚未選擇" />
        <TextInput label="門市地址" required readOnly value={store?.CVSAddress ?? ''} placeholder="尚未選擇" />
      </div>
      <p className="text-sm text-ink-3">將前往物流業者的電子地圖，選好門市後會回到這一頁；已填寫的資料會保留。</p>
    </div>
  );
}
