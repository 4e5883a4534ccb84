import { withoutInvisible } from '@nordhaut/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useIntent } from '../../lib/use-intent.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { type Fields, useInquiry } from './inquiry-memory.ts';
import { headings, messages } from './messages.ts';

type Faults = Partial<Record<keyof Fields, string>>;
const CONTACT = /^([^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d ()#-]{7,25})$/;

/** What the shop takes: full-width signs of Chinese keyboards as ASCII, and an extension as `#`. */
const plain = (typed: string): string =>
  withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/\s*(分機|轉|ext\.?)[\s:]*(?=\d)/i, '#')
    .trim();

function faultsOf(typed: Fields): Faults {
  const { company, person } = typed;
  const [contact, quantity] = [plain(typed.contact), plain(typed.quantity)];
  const pieces = Number(quantity);
  return {
    ...(plain(company) === '' && { company: messages.required }),
    ...(plain(person) === '' && { person: messages.required }),
    ...(!CONTACT.test(contact) && { contact: messages.contact }),
    ...(!(/^\d{1,6}$/.test(quantity) && pieces >= 1 && pieces <= 100_000) && { quantity: messages.quantity }),
  };
}

/** The inquiry of a company. What was typed stays until the shop has it; a repeated click is one inquiry. */
export function InquiryForm() {
  const [fields, change, forget] = useInquiry();
  const [faults, setFaults] = useState<Faults>({});
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const [refused, setRefused] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const intent = useIntent();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state === 'sending') return;
    const found = faultsOf(fields);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
    setState('sending');
    setRefused('');
    const body = { ...fields, contact: plain(fields.contact), quantity: Number(plain(fields.quantity)) };
    const result = await intent(JSON.stringify(body), (idempotencyKey) =>
      call(withFields('state'), '/api/inquiries', { method: 'POST', body, idempotencyKey }),
    );
    setState(result.ok ? 'sent' : 'open');
    if (result.ok) forget();
    else setRefused(result.message);
  }

  if (state === 'sent')
    return (
      <div role="status" className="h-fit rounded-3 bg-brand-soft p-6">
        <h2 className="text-h3">{headings.sent}</h2>
        <p className="mt-2">{messages.sent}</p>
      </div>
    );
  const field = (name: keyof Fields, label: string, maxLength: number) => ({
    label,
    name,
    maxLength,
    value: fields[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      <TextInput {...field('company', '公司名稱', 80)} required autoComplete="organization" />
      <TextInput {...field('person', '聯絡人', 40)} required autoComplete="name" />
      <TextInput {...field('contact', '電子郵件或電話', 100)} required autoComplete="email" />
      <TextInput {...field('quantity', '數量（份）', 6)} required inputMode="numeric" className="max-w-40" />
      <TextArea {...field('wish', '想法與需求', 1_000)} hint="預算、日期、想要的商品或包裝" />
      <p role="alert" className="text-danger empty:hidden">
        {refused}
      </p>
      <div>
        <Button type="submit" busy={state === 'sending'} busyText="送出中…">
          送出詢問
        </Button>
        <p className="mt-3 text-sm text-ink-3">{messages.note}</p>
      </div>
    </form>
  );
}
