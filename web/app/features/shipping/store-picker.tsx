import { type StoreSubtype, StoreMapAnswer } from '@nordhaut/contracts';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { FieldError } from '../../ui/field.tsx';
import { headings } from '../checkout/messages.ts';
import { useSession } from '../checkout/session.ts';
import { setChain } from './choice.ts';

/** Opens the carrier's map with a form, because the map accepts only a top-level POST (providers §1.5). Returns a message on failure. */
async function openMap(chain: StoreSubtype): Promise<string | undefined> {
  const device = matchMedia('(min-width: 56.25rem)').matches ? '0' : '1';
  const map = await call(StoreMapAnswer, `/api/store-map?subtype=${chain}&device=${device}`);
  if (!map.ok) return map.message;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = map.data.action;
  form.hidden = true;
  for (const [name, value] of Object.entries(map.data.fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  // The page after the map would otherwise report the store to the opener of this tab, and close the tab.
  window.opener = null;
  form.submit();
  form.remove();
  return undefined;
}

export function StorePicker({ id, error }: { id: string; error: string | undefined }) {
  const { chain, store } = useSession();
  const [busy, setBusy] = useState(false);
  async function choose(): Promise<void> {
    setBusy(true);
    const problem = await openMap(chain);
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
          { value: 'UNIMARTC2C', title: '7-ELEVEN' },
          { value: 'FAMIC2C', title: '全家 FamilyMart' },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-2 border border-line bg-surface p-4">
        <div role="status" className="flex min-w-0 items-start gap-3">
          <MapPin size={20} aria-hidden className="mt-1 shrink-0 text-brand" />
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
