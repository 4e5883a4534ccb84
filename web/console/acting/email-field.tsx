import { meantEmail } from '@nordhaut/contracts/support';
import { useEffect, useRef, useState } from 'react';
import { Line, WithOrders } from '../lib/ui.tsx';

/** ms after the last key */
const PAUSE = 300;

type Props = {
  email: string;
  /** the numbers of linked orders */
  others: readonly string[];
  set: (email: string) => void;
};

/** The new address of an order's mails. Like the shop's fields it asks whether another one was meant: the old one was mistyped, too. */
export function EmailField({ email, others, set }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [rested, setRested] = useState(email);
  useEffect(() => {
    const timer = setTimeout(() => setRested(email), PAUSE);
    return () => clearTimeout(timer);
  }, [email]);
  const meant = rested === email ? meantEmail(email) : undefined;
  return (
    <div className="grid gap-1">
      <Line
        label="更正後的電子郵件"
        hint="之後的信與重寄的信都寄到這裡，已寄出的信須另行重寄；不會通知原來的地址，訂單也不會因此歸入使用此地址的會員"
        ref={input}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        set={set}
      />
      <output className="block text-sm">
        {meant && (
          <button
            type="button"
            className="min-h-11 text-start underline underline-offset-4"
            onClick={() => {
              set(meant);
              input.current?.focus();
            }}
          >
            是不是 {meant}？點這裡更正
          </button>
        )}
      </output>
      {others.length > 0 && (
        <p>
          <WithOrders text={`相關訂單 ${others.join('、')} 的電子郵件不會一起更正，請確認是否也須更正。`} own="" />
        </p>
      )}
    </div>
  );
}
