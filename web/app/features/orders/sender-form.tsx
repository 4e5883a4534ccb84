import { type OrderAnswer, RETURN_NAME_MAX } from '@nordhaut/contracts';
import { useState } from 'react';
import { Checkbox } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useZip } from '../shipping/use-zip.ts';
import { EMPTY_SENDER, type SenderField, type SenderFields, senderOf } from './sender-fields.ts';

export const senderFieldId = (field: SenderField): string => `return-sender-${field}`;

type Props = {
  order: OrderAnswer['order'];
  sender: SenderFields;
  problems: Partial<Record<SenderField, string>>;
  onChange: (next: Partial<SenderFields>) => void;
  onSearching: (searching: boolean) => void;
};

/** Name, number and address of the sender. The postal code is looked up half a second after the address was changed. */
export function SenderForm({ order, sender, problems, onChange, onSearching }: Props) {
  const [copied, setCopied] = useState(false);
  const delivered = senderOf(order);
  const address = sender.address.trim();
  const zip = useZip(
    address || undefined,
    (found) => {
      onChange({ zip: found });
      onSearching(false);
    },
    () => onSearching(false),
  );
  const input = (field: SenderField) => ({
    id: senderFieldId(field),
    required: true,
    value: sender[field],
    error: problems[field],
  });
  function typed(next: Partial<SenderFields>): void {
    setCopied(false);
    if ('address' in next) onSearching(next.address?.trim() !== '');
    onChange({ ...next, ...('address' in next && { zip: '' }) });
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">退貨人資料</legend>
      {delivered && (
        <Checkbox
          label="同配送地址"
          checked={copied}
          onChange={(event) => {
            setCopied(event.currentTarget.checked);
            const next = event.currentTarget.checked ? delivered : EMPTY_SENDER;
            // The same address is not looked up again, so its postal code stays.
            if (next.address === address) return onChange({ ...next, zip: next.zip || sender.zip });
            onSearching(next.address !== '' && next.zip === '');
            onChange(next);
          }}
        />
      )}
      <div className="grid gap-3 wide:grid-cols-2">
        <TextInput
          label="退貨人姓名"
          autoComplete="name"
          maxLength={RETURN_NAME_MAX}
          {...input('name')}
          onChange={(event) => typed({ name: event.currentTarget.value })}
        />
        <TextInput
          label="退貨人手機號碼"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={20}
          {...input('phone')}
          onChange={(event) => typed({ phone: event.currentTarget.value })}
        />
      </div>
      <div>
        <TextInput
          label="退貨地址"
          autoComplete="street-address"
          maxLength={100}
          placeholder="縣市、鄉鎮市區、路街、門牌、樓層"
          {...input('address')}
          onChange={(event) => typed({ address: event.currentTarget.value })}
        />
        <p role="status" className="num mt-1 min-h-6 text-sm text-ink-3">
          {zip === 'searching' ? '郵遞區號查詢中…' : sender.zip && `郵遞區號 ${sender.zip}`}
        </p>
      </div>
    </fieldset>
  );
}
