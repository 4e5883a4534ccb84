import { openSet, type PersonalSet, sealedSets } from '@nordhaut/platform/forgetting';
import { memberStream } from './stream.ts';

const MEMBER = { title: '會員帳號', streams: ({ member }: { member: string | null }) => (member === null ? [] : [memberStream(member)]) };

/** What an account keeps of its member. */
export const memberData: readonly PersonalSet[] = [
  openSet({ name: 'member', ...MEMBER }, '帳號的時間、代碼與願望清單異動不含姓名與聯絡方式，為紀錄之一部分持續保存'),
  ...sealedSets({ name: 'member', ...MEMBER }, ['contact']),
  {
    name: 'sign-in',
    title: '登入方式與登入狀態',
    ends: { kind: 'forgotten', purposes: ['contact'] },
    async read({ pool }, { member }) {
      const { rows } = await pool.query<{ what: string; at: Date; until: Date | null; address: string | null; agent: string | null }>(
        `select "providerId" as what, "createdAt" as at, null::timestamptz as until, null as address, null as agent
         from account_logins where "userId" = $1
         union all select 'session', "createdAt", "expiresAt", "ipAddress", "userAgent" from account_sessions where "userId" = $1
         union all select 'last', "signedInAt", null, null, null from account_users where id = $1 and "signedInAt" is not null
         order by at`,
        [member],
      );
      return rows.map(({ what, at: instant, until, address, agent }) => {
        const at = instant.toISOString();
        if (what === 'last') return { at, label: '最近一次登入', values: {} };
        if (what === 'session')
          return { at, label: '登入狀態', values: { 有效至: until?.toISOString() ?? '', 網路位址: address, 瀏覽器: agent } };
        return { at, label: '登入方式', values: { 方式: what } };
      });
    },
  },
];
