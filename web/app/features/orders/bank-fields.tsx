import { RETURN_NAME_MAX } from '@nordhaut/contracts';
import { TextInput } from '../../ui/text-input.tsx';
import type { ReturnField, ReturnFields } from './return-fields.ts';

type Props = {
  fields: ReturnFields;
  problems: Partial<Record<ReturnField, string>>;
  idOf: (field: ReturnField) => string;
  onChange: (next: Partial<ReturnFields>) => void;
};

/** The bank account for the refund of a cash order. */
export function BankFields({ fields, problems, idOf, onChange }: Props) {
  const input = (field: 'bankCode' | 'accountNo' | 'holder') => ({
    id: idOf(field),
    required: true,
    value: fields[field],
    error: problems[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [field]: event.currentTarget.value }),
  });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">退款帳戶</legend>
      <p className="text-sm text-ink-2">貨到付款的訂單以匯款退還，請填寫您本人的銀行帳戶。</p>
      <div className="grid gap-3 wide:grid-cols-[8rem_1fr]">
        <TextInput {...input('bankCode')} label="銀行代碼" inputMode="numeric" maxLength={6} placeholder="例如 822" />
        <TextInput {...input('accountNo')} label="帳號" inputMode="numeric" maxLength={24} autoComplete="off" />
      </div>
      <TextInput {...input('holder')} label="戶名" maxLength={RETURN_NAME_MAX} autoComplete="name" />
    </fieldset>
  );
}
