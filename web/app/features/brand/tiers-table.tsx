import type { ReactNode } from 'react';

const ROWS: readonly (readonly [what: string, friend: string, founding: ReactNode])[] = [
  [
    '如何成為',
    '註冊帳號並加入 LINE 官方帳號',
    <>
      前 1,000 位<wbr />
      累積消費滿 NT$3,000 的會員
    </>,
  ],
  ['資格期限', '長期有效', '最後一次消費起 365 天'],
  ['會員價', '有', '有'],
  ['首購折 NT$200（滿千）', '有', '有'],
  ['購物金回饋', '—', '實付金額的 1.5%'],
  ['生日禮', '生日當月 NT$50 購物金', '生日當月專屬保養組'],
  ['推薦好友', '好友首購金額的 3% 購物金', '好友首購金額的 3% 購物金'],
  ['膚況諮詢', '有', '有'],
];

const cell = 'border-t border-line px-3 py-3 break-keep wide:px-4 text-start align-top';
const friend = `${cell} max-desk:group-has-[#tier-founding:checked]/tiers:hidden`;
const founding = `${cell} bg-brand-soft max-desk:group-has-[#tier-friend:checked]/tiers:hidden`;

function Tier({ id, checked = false, children }: { id: string; checked?: boolean; children: ReactNode }) {
  return (
    <label className="flex min-h-12 flex-1 cursor-pointer items-center justify-center border-b-2 border-transparent px-3 text-ink-2 has-checked:border-brand has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input type="radio" name="tier" id={id} defaultChecked={checked} className="sr-only" />
      {children}
    </label>
  );
}

/** Friend and founding member side by side; on a phone one of them at a time, also without script. */
export function TiersTable() {
  return (
    <div className="group/tiers">
      <fieldset className="mb-4 flex border-b border-line desk:hidden">
        <legend className="sr-only">要看的會員等級</legend>
        <Tier id="tier-friend">好友</Tier>
        <Tier id="tier-founding" checked>
          創始會員
        </Tier>
      </fieldset>
      <div className="overflow-clip rounded-3 border border-line bg-surface">
        <table className="num w-full border-collapse">
          <caption className="sr-only">好友與創始會員的禮遇</caption>
          <thead>
            <tr>
              <th scope="col" className="w-2/5 px-3 py-3 wide:px-4 text-start text-sm font-normal text-ink-3 desk:w-1/4">
                項目
              </th>
              <th scope="col" className={`${friend} border-t-0`}>
                好友
              </th>
              <th scope="col" className={`${founding} border-t-0`}>
                創始會員
              </th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([what, ofFriend, ofFounding]) => (
              <tr key={what}>
                <th scope="row" className={`${cell} text-sm font-normal text-ink-2`}>
                  {what}
                </th>
                <td className={friend}>{ofFriend}</td>
                <td className={founding}>{ofFounding}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
