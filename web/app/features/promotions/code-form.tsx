import type { CartItem, CouponCheckAnswer, CouponFace } from '@nordhaut/contracts';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useSession } from '../checkout/session.ts';
import { codeAnswer } from './choices.ts';
import { messages } from './messages.ts';

type Props = { items: readonly CartItem[]; onUse: (coupon: CouponFace) => void };

/** A typed code, with the answer of each state (spec/3-purchase-flow §4, §8). */
export function CodeForm({ items, onUse }: Props) {
  const { delivery, payment } = useSession();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return setProblem(messages.codeRequired);
    setBusy(true);
    const result = await call(withFields<CouponCheckAnswer>('state', 'message'), '/api/coupons/check', {
      method: 'POST',
      body: { code: code.trim(), items, portType: delivery, payType: payment },
      retries: 0,
    });
    setBusy(false);
    const answer = codeAnswer(result);
    if ('problem' in answer) return setProblem(answer.problem);
    setProblem(undefined);
    onUse(answer.coupon);
  }
  return (
    <form noValidate onSubmit={(event) => void check(event)}>
      <label htmlFor="coupon-code" className="mb-1 block text-sm font-semibold">
        優惠券代碼
      </label>
      <div className="flex gap-3">
        <input
          id="coupon-code"
          className="input min-w-0"
          value={code}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'coupon-code-error' : undefined}
          onChange={(event) => (setCode(event.currentTarget.value), setProblem(undefined))}
        />
        <Button type="submit" look="line" className="shrink-0" busy={busy} busyText="查詢中…">
          套用
        </Button>
      </div>
      <div role="alert">
        <FieldError id="coupon-code-error" error={problem} />
      </div>
    </form>
  );
}
