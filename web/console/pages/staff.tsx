import { type Right, type StaffList, type StaffMember } from '@nordhaut/contracts/support';
import { type FormEvent, useState } from 'react';
import { useMe } from '../frame.tsx';
import { call } from '../lib/api.ts';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

const RIGHTS: [Right, string][] = [
  ['view', '檢視訂單'],
  ['reveal', '顯示個資'],
  ['act', '處理訂單'],
  ['refund', '退款'],
  ['administer', '管理人員'],
];
const STATES: Record<StaffMember['state'], string> = { invited: '等待啟用', active: '使用中', left: '已停用' };
const FACTORS = { passkey: '通行金鑰', authenticator: '驗證器' };

/** The staff, for administrators: invitations, and new factors for who lost theirs. */
export function StaffPage() {
  const [turn, setTurn] = useState(0);
  const { data, error } = useData<StaffList>(`staff?turn=${turn}`);
  const [link, setLink] = useState<string>();
  const { busy, fault, run } = useWork();
  const done = (made: string) => {
    setLink(made);
    setTurn((before) => before + 1);
  };
  return (
    <div className="grid gap-4">
      <Title>人員</Title>
      <Fault>{error ?? fault}</Fault>
      <output className="block">{link && `一次性連結（24 小時內有效，請親自交給本人）：${link}`}</output>
      <Invite
        busy={busy}
        invite={(name, rights) => run(async () => done((await call<{ link: string }>('staff', { name, rights })).link))}
      />
      <ul className="grid gap-2">
        {data?.staff.map((member) => (
          <Member
            key={member.staffId}
            member={member}
            busy={busy}
            reset={(reason) => run(async () => done((await call<{ link: string }>(`staff/${member.staffId}/reset`, { reason })).link))}
          />
        ))}
      </ul>
    </div>
  );
}

function Invite({ busy, invite }: { busy: boolean; invite: (name: string, rights: Right[]) => Promise<void> }) {
  const [name, setName] = useState('');
  const [rights, setRights] = useState<Right[]>(['view']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void invite(name, rights);
  };
  return (
    <form onSubmit={submit} className="panel grid gap-3" aria-label="邀請人員">
      <Labelled label="姓名">
        {(control) => <input {...control} className="input max-w-sm" value={name} onChange={(event) => setName(event.target.value)} />}
      </Labelled>
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="text-sm font-semibold">權限</legend>
        {RIGHTS.map(([right, label]) => (
          <label key={right} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5"
              checked={rights.includes(right)}
              onChange={(event) => setRights(event.target.checked ? [...rights, right] : rights.filter((one) => one !== right))}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div>
        <Action busy={busy}>邀請</Action>
      </div>
    </form>
  );
}

function Member({ member, busy, reset }: { member: StaffMember; busy: boolean; reset: (reason: string) => Promise<void> }) {
  const me = useMe();
  const [reason, setReason] = useState('');
  const { staffId, name, state, rights, factors } = member;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void reset(reason);
  };
  return (
    <li className="panel">
      <p>
        <strong>{name}</strong>（{STATES[state]}）{rights.map((right) => RIGHTS.find(([one]) => one === right)?.[1]).join('、')}
        {factors.length > 0 && `；登入方式：${factors.map((factor) => FACTORS[factor]).join('、')}`}
      </p>
      {staffId !== me.staffId && state === 'active' && (
        <details>
          <summary className="min-h-11 py-2">遺失登入方式</summary>
          <form onSubmit={submit} className="grid max-w-sm gap-3">
            <Labelled label="重設原因" hint="原有的登入方式、復原碼與登入狀態會立即失效">
              {(control) => <input {...control} className="input" value={reason} onChange={(event) => setReason(event.target.value)} />}
            </Labelled>
            <Action busy={busy} line>
              重設並產生新連結
            </Action>
          </form>
        </details>
      )}
    </li>
  );
}
