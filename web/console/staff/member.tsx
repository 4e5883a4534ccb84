import type { StaffHistory, StaffMember } from '@nordhaut/contracts/support';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMe } from '../frame.tsx';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, ReasonLine } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { RIGHTS, Rights } from './rights.tsx';

const STATES: Record<StaffMember['state'], string> = { invited: '等待啟用', active: '使用中', left: '已停用' };
const FACTORS = { passkey: '通行金鑰', authenticator: '驗證器' };

type Props = {
  member: StaffMember;
  busy: boolean;
  /** `done`: called once it had its effect */
  reset: (reason: string, done: () => void) => Promise<void>;
  send: (what: 'rights' | 'leave', body: object, done: () => void) => Promise<void>;
};

/** One person of the staff. Nobody changes the own account. */
export function Member({ member, busy, reset, send }: Props) {
  const me = useMe();
  const [chosen, setChosen] = useState(member.rights);
  const { staffId, name, state, rights, factors } = member;
  const isOther = staffId !== me.staffId && state !== 'left';
  return (
    <li className="panel">
      <p>
        <strong>{name}</strong>（{STATES[state]}）{named(rights)}
        {factors.length > 0 && `；登入方式：${factors.map((factor) => FACTORS[factor]).join('、')}`}
      </p>
      {isOther && state === 'active' && rights.every((right) => me.rights.includes(right)) && (
        <WithReason
          title="遺失登入方式"
          of={name}
          label="重設原因"
          hint="原有的登入方式、復原碼與登入狀態會立即失效"
          button="重設並產生新連結"
          busy={busy}
          send={reset}
        />
      )}
      {isOther && (
        <>
          <WithReason
            title="變更權限"
            of={name}
            label="變更原因"
            hint="下一個動作起生效"
            button="儲存權限"
            busy={busy || chosen.length === 0}
            send={(reason, done) => send('rights', { rights: chosen, reason }, done)}
          >
            <Rights rights={chosen} had={rights} choose={setChosen} />
          </WithReason>
          <WithReason
            title="停用帳號"
            of={name}
            label="停用原因"
            hint="立即登出，無法恢復"
            button="停用"
            busy={busy}
            send={(reason, done) => send('leave', { reason }, done)}
          />
        </>
      )}
      <Account of={name} staffId={staffId} state={`${state} ${rights.join()} ${factors.length}`} />
    </li>
  );
}

const named = (rights: readonly string[]): string => RIGHTS.flatMap(([right, label]) => (rights.includes(right) ? [label] : [])).join('、');

/** Who opened the account and changed it, when and why. `state`: with another one there is more to read */
function Account({ of, staffId, state }: { of: string; staffId: string; state: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useData<StaffHistory>(isOpen ? `staff/${staffId}/events` : undefined, undefined, state);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 py-2">
        帳號歷程<span className="sr-only">：{of}</span>
      </summary>
      <Fault>{error}</Fault>
      <ol className="num grid gap-1 text-sm">
        {data?.events.map(({ at, by, what, rights, reason }) => (
          <li key={`${at} ${what}`}>
            {shownTime(at)}・{by}：{what}
            {rights && `（${named(rights)}）`}
            {reason !== null && `，原因：${reason}`}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** `of`: the person's name, without which the buttons of all rows would have the same name */
type FormProps = {
  title: string;
  of: string;
  label: string;
  hint: string;
  button: string;
  busy: boolean;
  send: Props['reset'];
  children?: ReactNode;
};

function WithReason({ title, of, label, hint, button, busy, send, children }: FormProps) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(reason, () => setReason(''));
  };
  return (
    <details>
      <summary className="min-h-11 py-2">
        {title}
        <span className="sr-only">：{of}</span>
      </summary>
      <form onSubmit={submit} className="grid max-w-sm gap-3" aria-label={`${title}：${of}`}>
        {children}
        <ReasonLine label={label} hint={hint} value={reason} set={setReason} />
        <Action busy={busy} line>
          {button}
        </Action>
      </form>
    </details>
  );
}
