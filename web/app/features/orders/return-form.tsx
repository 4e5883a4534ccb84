import { type OrderAnswer, RETURN_REASONS } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { useTyped } from '../../lib/typed-fields.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { headings, messages, RETURN_REASON_LABELS } from './messages.ts';
import { ReasonChoices } from './reason-choices.tsx';
import { BankFields } from './bank-fields.tsx';
import { commentOf, EMPTY_RETURN, type ReturnField, type ReturnFields, returnProblems, returnRequest } from './return-fields.ts';
import { EMPTY_SENDER, type SenderField, type SenderFields, senderProblems, senderRequest } from './sender-fields.ts';
import { SenderForm, senderFieldId } from './sender-form.tsx';
import { ReturnSteps } from './return-steps.tsx';
import { ReturnTerms } from './return-terms.tsx';
import { typedReturn } from './typed-return.ts';

const HEADING = 'return-heading';
const fieldId = (field: ReturnField): string => `return-${field}`;

type Props = {
  order: OrderAnswer['order'];
  /** A member names who sends the goods back. */
  asMember?: boolean;
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** open → confirm → submitted (spec/2-accounts-and-members §4, "Return application"); mounted when the buyer opens it. */
export function ReturnForm({ order, asMember = false, onClose, onDone }: Props) {
  const names = typedReturn(order.orderNo);
  const [sender, setSender] = useTyped<SenderFields>(names.sender, EMPTY_SENDER);
  const [senderTried, setSenderTried] = useState(false);
  const [searching, setSearching] = useState(false);
  const [fields, setFields] = useTyped<ReturnFields>(names.fields, EMPTY_RETURN);
  const [problems, setProblems] = useState<Partial<Record<ReturnField, string>>>({});
  const [confirming, setConfirming] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The key of this intent: a retry after a lost answer is the same application. */
  const key = useRef(newId());
  const byTransfer = order.facts.payment === 'collected';

  useEffect(() => document.getElementById(HEADING)?.focus(), []);

  function change(next: Partial<ReturnFields>): void {
    setFields((now) => ({ ...now, ...next }));
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in next || 'reason' in next))));
    setError(undefined);
    key.current = newId();
  }
  const senderFound: Partial<Record<SenderField, string>> = asMember ? senderProblems(sender, searching) : {};
  function review(): void {
    const found = returnProblems(fields, byTransfer, asMember);
    setProblems(found);
    setSenderTried(true);
    const { comment, ...bank } = found;
    // In the order of the page.
    const [first] = [
      ...(comment === undefined ? [] : [fieldId('comment')]),
      ...(Object.keys(senderFound) as SenderField[]).map(senderFieldId),
      ...(Object.keys(bank) as ReturnField[]).map(fieldId),
    ];
    if (first === undefined) return setConfirming(true);
    document.getElementById(first)?.focus();
  }
  async function send(): Promise<void> {
    setBusy(true);
    const result = await call(withFields('displayStatus'), `/api/orders/${order.orderNo}/return`, {
      method: 'POST',
      body: { ...returnRequest(fields, byTransfer), ...(asMember && senderRequest(sender)) },
      idempotencyKey: key.current,
    });
    setBusy(false);
    setConfirming(false);
    if (!result.ok) return setError(result.message);
    toast(asMember ? messages.memberReturned : messages.returned, 'ok');
    await onDone();
  }
  const other = fields.reason === 'OTHER';
  return (
    <section aria-labelledby={HEADING} className="grid max-w-3xl gap-5 rounded-3 border border-line bg-surface p-5 wide:p-6 print:hidden">
      <h2 id={HEADING} tabIndex={-1} className="text-h3 outline-none">
        {headings.returnForm}
      </h2>
      <ReturnTerms order={order} />
      <ReasonChoices
        legend="退貨原因"
        name="return-reason"
        reasons={RETURN_REASONS}
        labels={RETURN_REASON_LABELS}
        value={fields.reason}
        onChange={(reason) => change({ reason })}
      />
      <TextArea
        label={other ? '請說明原因' : '補充說明'}
        id={fieldId('comment')}
        required={other}
        rows={3}
        maxLength={500}
        placeholder={other ? messages.returnPlaceholder : undefined}
        value={fields.comment}
        error={problems.comment}
        onChange={(event) => change({ comment: event.currentTarget.value })}
      />
      {asMember && (
        <SenderForm
          order={order}
          sender={sender}
          problems={senderTried ? senderFound : {}}
          onSearching={setSearching}
          onChange={(next) => {
            setSender((now) => ({ ...now, ...next }));
            key.current = newId();
          }}
        />
      )}
      {byTransfer && <BankFields fields={fields} problems={problems} idOf={fieldId} onChange={change} />}
      <ReturnSteps order={order} />
      <div role="alert" className="empty:hidden">
        <FieldError id="return-error" error={error} />
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-5">
        <Button look="line" onClick={onClose}>
          取消
        </Button>
        <Button className="grow wide:grow-0" onClick={review}>
          送出
        </Button>
      </div>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={headings.confirmReturn}
        actions={
          <>
            <Button look="line" disabled={busy} onClick={() => setConfirming(false)}>
              取消
            </Button>
            <Button busy={busy} busyText="送出中…" onClick={() => void send()}>
              確定送出
            </Button>
          </>
        }
      >
        <p className="text-ink-2">退貨原因：{commentOf(fields)}</p>
        {byTransfer && (
          <p className="num mt-2 text-ink-2">
            退款帳戶：{fields.bankCode} {fields.accountNo}（{fields.holder}）
          </p>
        )}
      </Dialog>
    </section>
  );
}
