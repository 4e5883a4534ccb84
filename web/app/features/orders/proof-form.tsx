import { ProofAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { headings, messages } from './messages.ts';

/** The recipient's phone number shows the rest; the proof itself stays in a cookie of this order. `onProven` answers whether it is shown. */
export function ProofForm({ orderNo, onProven }: { orderNo: string; onProven: () => Promise<boolean> }) {
  const [phone, setPhone] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function prove(): Promise<void> {
    if (!phone.trim()) {
      setError('請輸入收件人手機號碼');
      document.getElementById('proof-phone')?.focus();
      return;
    }
    setBusy(true);
    const result = await call(ProofAnswer, `/api/orders/${orderNo}/proof`, { method: 'POST', body: { phone: phone.trim() } });
    const shown = result.ok && (await onProven());
    setBusy(false);
    if (shown) return toast('驗證成功，已顯示完整資料', 'ok');
    setError(result.ok ? messages.provenUnseen : result.message);
    document.getElementById('proof-phone')?.focus();
  }
  return (
    <section aria-labelledby="proof-heading" className="rounded-3 border border-line bg-surface p-5">
      <h2 id="proof-heading" className="mb-2 text-h3">
        {headings.proof}
      </h2>
      <p className="measure mb-4 text-sm text-ink-2">{messages.masked}</p>
      <form
        noValidate
        className="grid gap-3 wide:grid-cols-[1fr_auto] wide:items-start"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void prove();
        }}
      >
        <TextInput
          label="收件人手機號碼"
          id="proof-phone"
          required
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          value={phone}
          error={error}
          onChange={(event) => (setPhone(event.currentTarget.value), setError(undefined))}
        />
        <Button type="submit" busy={busy} busyText="驗證中…" className="wide:mt-7">
          驗證
        </Button>
      </form>
    </section>
  );
}
