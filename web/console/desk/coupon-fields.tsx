import { Field } from '../lib/field.tsx';
import type { CouponDraft, CouponFaults, CouponField } from './coupon-draft.ts';
import { CHOICES } from './coupon-words.ts';

type Edit = (change: Partial<CouponDraft>) => void;
type Props = { draft: CouponDraft; faults: CouponFaults; edit: Edit };

const VALUES: Record<CouponDraft['discount'], [label: string, hint: string]> = {
  amount: ['折抵金額（NT$）', '從適用商品的金額扣除'],
  percent: ['折數（%）', '85 為 85 折'],
  formula: ['公式', 'x 為適用商品的金額，例如 x * 85 // 100'],
};

/** The usual fields of a coupon; what the type does not use is not asked. */
export function CouponFields({ draft, faults, edit }: Props) {
  const typed = (field: CouponField, label: string, hint?: string, more: object = {}) => (
    <Field label={label} hint={hint} fault={faults[field]}>
      {(control) => (
        <input {...control} className="input" value={draft[field]} onChange={({ target }) => edit({ [field]: target.value })} {...more} />
      )}
    </Field>
  );
  const lines = (field: CouponField, label: string, hint: string) => (
    <Field label={label} hint={hint} fault={faults[field]}>
      {(control) => (
        <textarea {...control} className="input" rows={2} value={draft[field]} onChange={({ target }) => edit({ [field]: target.value })} />
      )}
    </Field>
  );
  const chosen = (field: CouponField, label: string, options: Record<string, string>) => (
    <Field label={label} fault={faults[field]}>
      {(control) => (
        <select {...control} className="input" value={draft[field]} onChange={({ target }) => edit({ [field]: target.value })}>
          {Object.entries(options).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const digits = { inputMode: 'numeric', maxLength: 9 } as const;
  const [valueLabel, valueHint] = VALUES[draft.discount];
  return (
    <div className="grid items-start gap-3 wide:grid-cols-2">
      {typed('id', '編號', '同一編號即為同一張優惠券', digits)}
      {typed('uid', '代碼', '顧客輸入的文字', { maxLength: 64 })}
      {typed('name', '名稱', undefined, { maxLength: 60 })}
      {chosen('type', '種類', CHOICES.type)}
      <div className="wide:col-span-2">{lines('desc', '說明', '顧客看得到；可留空')}</div>
      {chosen('scope', '誰可以使用', CHOICES.scope)}
      {chosen('products', '適用商品', CHOICES.products)}
      {draft.products === 'LIST' && typed('productIds', '商品編號', '以逗號分開，例如 5, 9')}
      {draft.type === 'DISCOUNT' && chosen('discount', '折扣方式', CHOICES.discount)}
      {draft.type === 'DISCOUNT' && typed('value', valueLabel, valueHint, draft.discount === 'formula' ? { maxLength: 100 } : digits)}
      {draft.type !== 'DISCOUNT' && lines('gifts', '贈品', '每行一項：商品代碼與件數，例如 NHCP080 1')}
      {draft.type === 'GIVEAWAY' && typed('choices', '可選幾項', '留空為全部', digits)}
      {draft.type === 'BONUS' && typed('bonusMinimum', '每買幾件送一份', undefined, digits)}
      {typed('minimum', '最低消費（NT$）', '留空為不限', digits)}
      {typed('start', '開始（臺北時間）', '留空為立即', { type: 'datetime-local' })}
      {typed('end', '結束（臺北時間）', '留空為不結束', { type: 'datetime-local' })}
      {typed('days', '領取後有效天數', '留空為活動期間', { inputMode: 'decimal' })}
      {typed('quantity', '總張數', '留空為不限', digits)}
      {typed('maxUsage', '每位會員可用次數', '留空或 0 為不限', digits)}
    </div>
  );
}
