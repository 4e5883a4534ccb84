import type { FindMemberAnswer } from '@nordhaut/contracts/support';
import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../lib/api.ts';
import { Action, Fault, Labelled } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';

/**
 * Asks which member a page is about, by the invite code or the e-mail. The address has the code and never the e-mail, because it stays
 * in the browser's history. `children`: the member's part; `isAsked`: the form asked for the member, so what it found gets the focus
 */
export function FindMember({ children }: { children: (code: string, isAsked: boolean) => ReactNode }) {
  const [address, setAddress] = useSearchParams();
  const code = address.get('code') ?? '';
  const [asked, setAsked] = useState(0);
  /** the member of the page when the form last asked: after another address, its fault is out of date */
  const [askedAt, setAskedAt] = useState('');
  const { busy, fault, run } = useWork();
  const failed = askedAt === code ? fault : undefined;
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('member');
    if (typeof typed !== 'string') return;
    setAskedAt(code);
    void run(async () => {
      const named = typed.trim();
      setAddress({ code: named.includes('@') ? (await call<FindMemberAnswer>('members/find', { email: named })).code : named });
      // The same code asks again: the member may have registered meanwhile.
      setAsked((before) => before + 1);
    });
  };
  return (
    <>
      <form onSubmit={find} className="panel flex flex-wrap items-end gap-3" aria-label="尋找會員">
        <Labelled label="邀請碼或電子郵件">
          {(control) => (
            <input
              key={`${code} ${asked}`}
              {...control}
              name="member"
              className="input"
              required
              maxLength={254}
              autoComplete="off"
              autoCapitalize="none"
              defaultValue={code}
            />
          )}
        </Labelled>
        <Action busy={busy}>尋找</Action>
      </form>
      <Fault>{failed}</Fault>
      {code && !busy && !failed && <Fragment key={`${code} ${asked}`}>{children(code, asked > 0)}</Fragment>}
    </>
  );
}
