import { CreditCard, Lock } from 'lucide';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { UNREACHABLE } from '../../lib/messages.ts';
import { BRANDS, CardBrands } from './card-brands.tsx';
import type { FieldState } from './card-sdk.ts';
import { headings } from '../checkout/messages.ts';
import { payFieldId } from './invoice.ts';
import type { CardFieldName, CardFields as Fields } from './use-card-fields.ts';

const FIELDS: readonly { name: CardFieldName; label: string; wrong: string; className: string }[] = [
  { name: 'number', label: '信用卡卡號', wrong: '卡號有誤，請再確認一次', className: 'wide:col-span-2' },
  { name: 'expiry', label: '有效期限（月／年）', wrong: '有效期限有誤或卡片已過期', className: '' },
  { name: 'ccv', label: '安全碼', wrong: '安全碼有誤', className: '' },
];
const WRONG: FieldState = 2;

type Props = { fields: Fields; problem: string | undefined };

/** The card processor's fields: the shop never gets a card number (providers §2.2). */
export function CardFields({ fields: { state, card, containers, retry }, problem }: Props) {
  const known = card?.cardType ?? '';
  const brand = known in BRANDS ? BRANDS[known as keyof typeof BRANDS] : undefined;
  return (
    <section aria-labelledby="card-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="card-heading" className="flex items-center gap-2 text-h3">
          <Icon of={CreditCard} size={22} />
          {headings.card}
        </h2>
        <CardBrands known={card?.cardType} />
      </div>
      {state === 'failed' && (
        <RetryPanel title="信用卡欄位無法載入" message={`${UNREACHABLE}也可以回上一步改用貨到付款。`} onRetry={retry} />
      )}
      <div
        id={payFieldId('card')}
        role="group"
        aria-labelledby="card-heading"
        tabIndex={-1}
        className={`grid gap-4 wide:grid-cols-2 ${state === 'failed' ? 'hidden' : ''}`}
      >
        {FIELDS.map(({ name, label, wrong, className }) => {
          const invalid = card?.status[name] === WRONG;
          return (
            <div
              key={name}
              role="group"
              aria-labelledby={payFieldId(`${name}-label`)}
              aria-describedby={invalid ? payFieldId(`${name}-error`) : undefined}
              className={className}
            >
              <p id={payFieldId(`${name}-label`)} className="mb-1 text-sm font-semibold">
                {label}
                {name === 'number' && brand && <span className="ms-2 font-normal text-ink-3">{brand}</span>}
              </p>
              <div
                ref={containers[name]}
                className={`input h-12 py-3! ${invalid ? 'border-danger!' : ''} ${state === 'loading' ? 'bg-sunken!' : ''} [&.tappay-field-focus]:outline-2 [&.tappay-field-focus]:outline-offset-2 [&.tappay-field-focus]:outline-focus`}
              />
              <FieldError id={payFieldId(`${name}-error`)} error={invalid ? wrong : undefined} />
            </div>
          );
        })}
      </div>
      <div role="status" className="sr-only">
        {state === 'loading' ? '信用卡欄位載入中' : state === 'ready' ? '信用卡欄位已就緒' : ''}
      </div>
      <FieldError id={payFieldId('card-error')} error={problem} />
      <p className="flex items-start gap-2 text-sm text-ink-3">
        <Icon of={Lock} size={16} className="mt-1 shrink-0" />
        卡號由金流業者加密收取，本店不會取得。Visa、Mastercard 需完成銀行 3D 驗證，否則將出現 3D 驗證錯誤，無法付款。
      </p>
    </section>
  );
}
