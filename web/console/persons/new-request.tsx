import type { PersonRequestAnswer, PersonRequestBody } from '@nordhaut/contracts/support';
import { type FormEvent, useState } from 'react';
import { Action, Fault, Labelled, ReasonLine } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useWork } from '../lib/use-work.ts';
import { PURPOSES } from './words.ts';

const ALL = ['contact', 'invoice', 'support'] as const;
type Purpose = (typeof ALL)[number];

/** One line per order: its number and the phone number on it. A Chinese keyboard types both in full width, too. */
const ordersOf = (text: string): { orderNo: string; phone: string }[] =>
  text
    .normalize('NFKC')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [orderNo = '', ...phone] = line.split(/[\s,]+/);
      return { orderNo: orderNo.toUpperCase(), phone: phone.join('') };
    });

/** Records what a person asks. The person is a member, or the guest of orders whose phone numbers they know. */
export function NewRequest({ done }: { done: (requestId: string) => void }) {
  const [kind, setKind] = useState<PersonRequestBody['kind']>('ACCESS');
  const [isMember, setIsMember] = useState(true);
  const [email, setEmail] = useState('');
  const [orders, setOrders] = useState('');
  const [purposes, setPurposes] = useState<Purpose[]>([...ALL]);
  const [reason, setReason] = useState('');
  const command = useCommand();
  const { busy, fault, run } = useWork();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const who = isMember ? { email } : { orders: ordersOf(orders) };
      const body = { kind, who, reason, ...(kind === 'ERASURE' && { purposes }) };
      done((await command<PersonRequestAnswer>('person-requests', body)).request.requestId);
    });
  };
  return (
    <form onSubmit={submit} className="panel grid max-w-2xl gap-3" aria-label="登錄請求">
      <Choice
        legend="請求"
        name="kind"
        value={kind}
        choose={setKind}
        options={[
          ['ACCESS', '查詢與複本（15 天內）'],
          ['ERASURE', '刪除（30 天內）'],
        ]}
      />
      <Choice
        legend="本人"
        name="who"
        value={isMember ? 'member' : 'guest'}
        choose={(value) => setIsMember(value === 'member')}
        options={[
          ['member', '會員'],
          ['guest', '訪客訂單'],
        ]}
      />
      {isMember ? (
        <Labelled label="會員的電子郵件" hint="包含本人的訂單，以及以已驗證的電子郵件下單的訪客訂單">
          {(control) => (
            <input {...control} className="input" inputMode="email" value={email} onChange={(event) => setEmail(event.target.value)} />
          )}
        </Labelled>
      ) : (
        <Labelled label="訂單編號與電話" hint="每行一筆，例如：C5CH5J725C15JTGW 0912345678">
          {(control) => (
            <textarea {...control} className="input num" rows={3} value={orders} onChange={(event) => setOrders(event.target.value)} />
          )}
        </Labelled>
      )}
      {kind === 'ERASURE' && (
        <fieldset className="flex flex-wrap gap-x-5">
          <legend className="text-sm font-semibold">刪除範圍</legend>
          {ALL.map((purpose) => (
            <label key={purpose} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="size-5"
                checked={purposes.includes(purpose)}
                onChange={({ target }) => setPurposes(target.checked ? [...purposes, purpose] : purposes.filter((one) => one !== purpose))}
              />
              {PURPOSES[purpose]}
            </label>
          ))}
        </fieldset>
      )}
      <ReasonLine label="原因與核對方式" hint="會連同您的帳號記錄至少五年" value={reason} set={setReason} />
      <Fault>{fault}</Fault>
      <div>
        <Action busy={busy}>登錄</Action>
      </div>
    </form>
  );
}

function Choice<Value extends string>({
  legend,
  name,
  value,
  choose,
  options,
}: {
  legend: string;
  name: string;
  value: Value;
  choose: (value: Value) => void;
  options: [Value, string][];
}) {
  return (
    <fieldset className="flex flex-wrap gap-x-5">
      <legend className="text-sm font-semibold">{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className="inline-flex min-h-11 items-center gap-2">
          <input type="radio" name={name} className="size-5" checked={value === option} onChange={() => choose(option)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
