import type { OrderAct } from '@nordhaut/contracts/support';
import { Line } from '../lib/ui.tsx';
import { Choice } from './fields.tsx';
import { INVOICES } from './words.ts';

/** what the form begins with (`overview.ts`); no company has it */
const NONE: Record<string, string> = { uniformNumber: '00000000', companyTitle: '－' };

type Invoice = Extract<OrderAct, { type: 'correct-invoice' }>['invoice'];
type Props = { invoice: Invoice; edit: (invoice: Invoice) => void };

/** The corrected data of an invoice. What the buyer gave before is not shown: it is personal until somebody reveals it. */
export function InvoiceFields({ invoice, edit }: Props) {
  const field = (name: 'uniformNumber' | 'companyTitle' | 'mobileBarcode', label: string, maxLength: number, hint?: string) => (
    <Line
      label={label}
      hint={hint}
      maxLength={maxLength}
      required={name !== 'mobileBarcode'}
      value={invoice[name] === NONE[name] ? '' : (invoice[name] ?? '')}
      set={(text) => edit({ ...invoice, [name]: text })}
    />
  );
  return (
    <>
      <Choice label="發票種類" options={INVOICES} value={invoice.type} choose={(type) => edit({ type })} />
      {invoice.type === 'UNIFORM_NUMBER' ? (
        <>
          {field('uniformNumber', '統一編號', 8)}
          {field('companyTitle', '發票抬頭', 60)}
        </>
      ) : (
        field('mobileBarcode', '手機條碼', 8, '「/」開頭的 8 碼；沒有就留空')
      )}
    </>
  );
}
