import { CANCEL_REASONS, type CancelReason, type OrderAnswer } from '@nordhaut/contracts';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { cancelConsequences } from './cancel-consequences.ts';
import { CANCEL_REASON_LABELS, headings, messages } from './messages.ts';
import { ReasonChoices } from './reason-choices.tsx';

type Order = OrderAnswer['order'];

type Props = { order: Order; open: boolean; onClose: () => void; onDone: () => Promise<void> };

/** Cancels an order before its hand-over to the carrier. The text above the button explains the consequences. */
export function CancelDialog({ order, open, onClose, onDone }: Props) {
  const [reason, setReason] = useState<CancelReason>(CANCEL_REASONS[0]);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The key of this intent: a retry after a lost answer is the same cancellation. */
  const key = useRef(newId());

  async function send(): Promise<void> {
    setBusy(true);
    const result = await call(withFields('displayStatus'), `/api/orders/${order.orderNo}/cancel`, {
      method: 'POST',
      body: { reason },
      idempotencyKey: key.current,
    });
    setBusy(false);
    if (!result.ok) return setError(result.message);
    toast(messages.cancelDone, 'ok');
    onClose();
    await onDone();
  }
  function choose(next: CancelReason): void {
    setReason(next);
    setError(undefined);
    key.current = newId();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={headings.confirmCancel}
      actions={
        <>
          <Button look="line" disabled={busy} onClick={onClose}>
            保留訂單
          </Button>
          <Button look="danger" busy={busy} busyText="取消中…" onClick={() => void send()}>
            確定取消訂單
          </Button>
        </>
      }
    >
      <ul className="mb-4 grid list-disc gap-1 ps-5">
        {cancelConsequences(order).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <ReasonChoices
        legend="取消原因"
        name="cancel-reason"
        reasons={CANCEL_REASONS}
        labels={CANCEL_REASON_LABELS}
        value={reason}
        onChange={choose}
      />
      <div role="alert">
        <FieldError id="cancel-error" error={error} />
      </div>
    </Dialog>
  );
}
