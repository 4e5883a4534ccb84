import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { headings, messages, PROOF_FOR } from './messages.ts';

type Props = {
  orderNo: string;
  /** why the buyer gives the proof */
  purpose: keyof typeof PROOF_FOR;
  /** Returns whether the page now shows the whole order. */
  onProven: () => Promise<boolean>;
  onClose: () => void;
};

/** The recipient's phone number proves the order and reveals its data. A cookie of the order stores the proof. */
export function ProofForm({ orderNo, purpose, onProven, onClose }: Props) {
  const [phone, setPhone] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLFormElement>(null);
  const focusInput = () => input.current?.querySelector('input')?.focus();
  useEffect(focusInput, [purpose]);

  async function prove(): Promise<void> {
    if (!phone.trim()) {
      setError('請輸入收件人手機號碼');
      return focusInput();
    }
    setBusy(true);
    const result = await call(withFields('proof'), `/api/orders/${orderNo}/proof`, { method: 'POST', body: { phone: phone.trim() } });
    const shown = result.ok && (await onProven());
    setBusy(false);
    if (shown) return toast('驗證成功，已顯示完整資料', 'ok');
    setError(result.ok ? messages.provenUnseen : result.message);
    focusInput();
  }
  return (
    <section aria-labelledby="proof-heading" className="rounded-2 bg-paper p-4">
      <h3 id="proof-heading" className="text-lg">
        {headings.proof}
      </h3>
      <p className="measure mt-1 mb-3 text-sm text-ink-2">{PROOF_FOR[purpose]}</p>
      <form
        ref={input}
        noValidate
        className="grid gap-3"
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
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyText="驗證中…">
            驗證
          </Button>
          <Button look="quiet" onClick={onClose}>
            返回
          </Button>
        </div>
      </form>
    </section>
  );
}
