import type { Right, StaffList } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../lib/api.ts';
import { useSecondFactor } from '../lib/second-factor.tsx';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { Member } from '../staff/member.tsx';
import { Rights } from '../staff/rights.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

/** The staff, for administrators: invitations, and new factors for who lost theirs. */
export function StaffPage() {
  const [turn, setTurn] = useState(0);
  const { data, error } = useData<StaffList>(`staff?turn=${turn}`);
  const [said, setSaid] = useState('');
  const [link, setLink] = useState<string>();
  // The page is kept while its session is over. Who finds it then must not read a link that opens an account.
  useEffect(() => () => setLink(undefined), []);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const { ask, form } = useSecondFactor();
  const outcome = useRef<HTMLOutputElement>(null);
  /** A form may leave the page with what it did, and with it the focus; the keyboard goes on before the list. */
  const did = (what: string, made?: string): void => {
    setSaid(what);
    setLink(made);
    setTurn((before) => before + 1);
    outcome.current?.focus();
  };
  /** `done`: the form is as a new one, because a second click must not do it twice */
  const make = (path: string, body: object, what: string, done: () => void) =>
    run(() =>
      ask(async () => {
        did(what, (await call<{ link: string }>(path, body)).link);
        done();
      }),
    );
  return (
    <div className="grid gap-4">
      <Title>人員</Title>
      <Fault>{error ?? fault}</Fault>
      <output ref={outcome} tabIndex={-1} className="block">
        {said}
        {link && `。一次性連結（24 小時內有效，請親自交給本人）：${link}`}
      </output>
      {form}
      {/* What waits for the second factor was sent. A form that stays open beside it could be changed, and would look as if that counted. */}
      <div hidden={form !== undefined}>
        <div className="grid gap-4">
          <Invite busy={busy} invite={(name, rights, done) => make('staff', { name, rights }, `已邀請 ${name}`, done)} />
          <ul className="grid gap-2">
            {data?.staff.map((member) => (
              <Member
                key={member.staffId}
                member={member}
                turn={turn}
                busy={busy}
                reset={(reason, done) => make(`staff/${member.staffId}/reset`, { reason }, `已重設 ${member.name} 的登入方式`, done)}
                send={(what, body, done) =>
                  run(() =>
                    ask(async () => {
                      await command(`staff/${member.staffId}/${what}`, body);
                      did(what === 'leave' ? `已停用 ${member.name} 的帳號` : `已變更 ${member.name} 的權限`);
                      done();
                    }),
                  )
                }
              />
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

type InviteProps = { busy: boolean; invite: (name: string, rights: Right[], done: () => void) => Promise<void> };

function Invite({ busy, invite }: InviteProps) {
  const [name, setName] = useState('');
  const [rights, setRights] = useState<Right[]>(['view']);
  const clear = (): void => {
    setName('');
    setRights(['view']);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void invite(name, rights, clear);
  };
  return (
    <form onSubmit={submit} className="panel grid gap-3" aria-label="邀請人員">
      <h2 className="font-semibold">邀請人員</h2>
      <Labelled label="姓名">
        {(control) => <input {...control} className="input max-w-sm" value={name} onChange={(event) => setName(event.target.value)} />}
      </Labelled>
      <Rights rights={rights} choose={setRights} />
      <div>
        <Action busy={busy}>邀請</Action>
      </div>
    </form>
  );
}
