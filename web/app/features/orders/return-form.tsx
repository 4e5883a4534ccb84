import { ReturnAnswer } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { headings, messages } from './messages.ts';

/** hidden → open → confirm → submitted (spec/2-accounts-and-members §4, "Return application"). */
export function ReturnForm({ orderNo, onDone }: { orderNo: string; onDone: () => Promise<void> }) {
  const [stage, setStage] = useState<'hidden' | 'open' | 'confirm'>('hidden');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** Of this reason: sent again after a lost answer it is the same application. */
  const key = useRef(newId());

  const opened = stage !== 'hidden';
  useEffect(() => {
    // The button that opened the form is gone; the form takes its place for the keyboard too.
    if (opened) document.getElementById('return-reason')?.focus();
  }, [opened]);

  function review(): void {
    if (reason.trim()) return setStage('confirm');
    setError(messages.returnReason);
    document.getElementById('return-reason')?.focus();
  }
  function cancel(): void {
    setReason('');
    setError(undefined);
    setStage('hidden');
  }
  async function send(): Promise<void> {
    setBusy(true);
    const result = await call(ReturnAnswer, `/api/orders/${orderNo}/return`, {
      method: 'POST',
      body: { returnComment: reason.trim() },
      idempotencyKey: key.current,
    });
    setBusy(false);
    setStage(result.ok ? 'hidden' : 'open');
    if (!result.ok) return setError(result.message);
    toast(messages.returned, 'ok');
    await onDone();
  }

  if (stage === 'hidden')
    return (
      <Button look="line" className="justify-self-start" onClick={() => setStage('open')}>
        {headings.returnForm}
      </Button>
    );
  return (
    <section aria-labelledby="return-heading" className="rounded-3 border border-line bg-surface p-5">
      <h2 id="return-heading" className="mb-3 text-h3">
        {headings.returnForm}
      </h2>
      <TextArea
        label="退貨原因"
        id="return-reason"
        required
        maxLength={500}
        placeholder={messages.returnPlaceholder}
        hint="商品請保持完整未拆封，並保留發票；收到商品 7 日內可申請。"
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(undefined);
          key.current = newId();
        }}
      />
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button look="line" onClick={cancel}>
          取消
        </Button>
        <Button onClick={review}>送出</Button>
      </div>
      <Dialog
        open={stage === 'confirm'}
        onClose={() => setStage((now) => (now === 'confirm' ? 'open' : now))}
        title={headings.confirmReturn}
        actions={
          <>
            <Button look="line" disabled={busy} onClick={() => setStage('open')}>
              取消
            </Button>
            <Button busy={busy} busyText="送出中…" onClick={() => void send()}>
              確定送出
            </Button>
          </>
        }
      >
        <p className="text-ink-2">退貨原因：{reason}</p>
      </Dialog>
    </section>
  );
}
