import { RadioCards } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { bareUniformNumber, payFieldId } from './invoice.ts';
import { headings } from '../checkout/messages.ts';
import type { InvoiceFields as Invoice } from '../checkout/fields.ts';
import { useSession } from '../checkout/session.ts';

const setInvoice = (invoice: Invoice): void => void useSession.setState({ invoice });

type Props = { errors: Readonly<Record<string, string>> };

export function InvoiceFields({ errors }: Props) {
  const invoice = useSession((session) => session.invoice);
  return (
    <section className="grid gap-4">
      <RadioCards
        legend={headings.invoice}
        name="invoice"
        columns={2}
        value={invoice.type}
        onChange={(type) => setInvoice({ ...invoice, type })}
        options={[
          { value: 'NORMAL', title: '個人電子發票', detail: '二聯式' },
          { value: 'UNIFORM_NUMBER', title: '公司統一編號', detail: '三聯式' },
        ]}
      />
      {invoice.type === 'NORMAL' && (
        <TextInput
          label="手機條碼載具"
          id={payFieldId('mobileBarcode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          hint="「/」開頭共 8 碼，例如 /ABC1234"
          error={errors['mobileBarcode']}
          className="wide:max-w-sm"
          value={invoice.mobileBarcode}
          onChange={(event) => setInvoice({ ...invoice, mobileBarcode: event.currentTarget.value })}
        />
      )}
      {invoice.type === 'UNIFORM_NUMBER' && (
        <div className="grid gap-4 wide:grid-cols-2">
          <TextInput
            label="統一編號"
            id={payFieldId('uniformNumber')}
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            hint="8 位數字"
            error={errors['uniformNumber']}
            value={invoice.uniformNumber}
            onChange={(event) => setInvoice({ ...invoice, uniformNumber: bareUniformNumber(event.currentTarget.value) })}
          />
          <TextInput
            label="公司抬頭"
            id={payFieldId('companyTitle')}
            required
            autoComplete="organization"
            maxLength={60}
            error={errors['companyTitle']}
            value={invoice.companyTitle}
            onChange={(event) => setInvoice({ ...invoice, companyTitle: event.currentTarget.value })}
          />
        </div>
      )}
    </section>
  );
}
