import type { StaffList, ViewsAnswer } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../lib/api.ts';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, Heads, Labelled, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

/** An empty text stands for every account, every order, or every member. `member`: an invite code */
type Asked = { staffId: string; orderNo: string; member: string; from: string; to: string };
const DAY = 86_400_000;
/** Days for which the log is kept. */
const KEPT = 5 * 366;
/** What the field for date and time leaves out. */
const TAIPEI = ':00+08:00';
/** Now in Taipei as the value of a field for date and time. */
const local = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16);

/** A member by the invite code, as the work lists name them. The page of a member is for who has the right to see it. */
const Member = ({ uid, code }: NonNullable<ViewsAnswer['views'][number]['member']>) =>
  code === null ? (
    `已關閉的帳號 ${uid}`
  ) : (
    <Link to={`/members?code=${code}`} className="link">
      會員 {code}
    </Link>
  );

/** Whose data an account saw between two instants, and who saw an order (`?order=`) or a member (`?member=`), for administrators. */
export function Views() {
  const { data: list, error } = useData<StaffList>('staff');
  const [address] = useSearchParams();
  const order = address.get('order') ?? '';
  const member = address.get('member') ?? '';
  const isLink = order !== '' || member !== '';
  const [asked, setAsked] = useState<Asked>(() => ({
    staffId: '',
    orderNo: order,
    member,
    from: local(Date.now() - (isLink ? KEPT : 7) * DAY),
    to: local(Date.now() + 60_000),
  }));
  const [found, setFound] = useState<{ asked: Asked; answer: ViewsAnswer }>();
  const { busy, fault, run } = useWork();
  const load = (what: Asked, cursor?: string) =>
    void run(async () => {
      const { staffId, orderNo, member: code, from, to } = what;
      const whose = { ...(staffId && { staffId }), ...(orderNo && { orderNo }), ...(code && { member: code }) };
      const body = { ...whose, from: from + TAIPEI, to: to + TAIPEI, ...(cursor !== undefined && { cursor }) };
      const answer = await call<ViewsAnswer>('views/search', body);
      setFound((before) => ({
        asked: what,
        answer: { ...answer, views: [...(cursor === undefined ? [] : (before?.answer.views ?? [])), ...answer.views] },
      }));
    });
  /** Whose records were looked at is recorded by the account, and shown by the name. */
  const inWords = (reason: string | null) => list?.staff.find(({ staffId }) => staffId === reason)?.name ?? reason;
  // The link of an order or a member asks at once.
  const first = useRef(isLink ? asked : undefined);
  useEffect(() => {
    if (first.current) load(first.current);
    first.current = undefined;
  });
  const needsStaff = asked.orderNo === '' && asked.member === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    load(asked);
  };
  return (
    <div className="grid gap-4">
      <Title>檢視紀錄</Title>
      <p className="text-sm text-ink-2">
        查詢某位人員看過哪些資料，或哪些人看過某筆訂單、某位會員與其訂單。依訂單或會員查詢時，不含搜尋結果與發票匯出，因為這些紀錄沒有編號。紀錄至少保存五年，無法修改。
      </p>
      <form onSubmit={submit} className="panel flex flex-wrap items-end gap-3" aria-label="查詢檢視紀錄">
        <Labelled label="人員">
          {(control) => (
            <select
              {...control}
              className="input"
              required={needsStaff}
              value={asked.staffId}
              onChange={({ target }) => setAsked({ ...asked, staffId: target.value })}
            >
              <option value="">{needsStaff ? '請選擇' : '全部人員'}</option>
              {list?.staff.map(({ staffId, name, state }) => (
                <option key={staffId} value={staffId}>
                  {name}
                  {state === 'left' ? '（已停用）' : ''}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <Labelled label="訂單編號">
          {(control) => (
            <input
              {...control}
              className="input"
              autoComplete="off"
              value={asked.orderNo}
              onChange={({ target }) =>
                setAsked({
                  ...asked,
                  orderNo: target.value
                    .normalize('NFKC')
                    .toUpperCase()
                    .replaceAll(/[^0-9A-Z]/g, ''),
                })
              }
            />
          )}
        </Labelled>
        <Labelled label="會員的邀請碼">
          {(control) => (
            <input
              {...control}
              className="input"
              maxLength={40}
              autoComplete="off"
              value={asked.member}
              onChange={({ target }) => setAsked({ ...asked, member: target.value.trim() })}
            />
          )}
        </Labelled>
        {(['from', 'to'] as const).map((side) => (
          <Labelled key={side} label={side === 'from' ? '從（臺北時間）' : '到'}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                className="input"
                required
                value={asked[side]}
                onChange={({ target }) => setAsked({ ...asked, [side]: target.value })}
              />
            )}
          </Labelled>
        ))}
        <Action busy={busy}>查詢</Action>
      </form>
      <Fault>{error ?? fault}</Fault>
      {found && (
        <>
          <output className="block">
            {found.answer.views.length === 0 ? '這段時間沒有紀錄' : `共顯示 ${found.answer.views.length} 筆`}
          </output>
          {found.answer.views.length > 0 && (
            <section className="panel stacks p-0" aria-label="檢視紀錄">
              <table className="stacked num w-full text-sm">
                <thead>
                  <tr className="border-b border-line">
                    <Heads of={['時間', '人員', '動作', '訂單或會員', '原因或內容']} className="px-3 py-2 text-start whitespace-nowrap" />
                  </tr>
                </thead>
                <tbody>
                  {found.answer.views.map(({ at, by, staffId, action, orderNo, member, reason }, place) => (
                    <tr key={`${at} ${place}`} className="border-t border-line first:border-t-0">
                      <td className="whole px-3 py-2 whitespace-nowrap">{shownTime(at)}</td>
                      <td className="px-3 py-2 whitespace-nowrap">
                        {by}
                        {(found.asked.orderNo || found.asked.member) && (
                          <span className="block text-sm break-all whitespace-normal text-ink-2">{staffId}</span>
                        )}
                      </td>
                      <td className="px-3 py-2 whitespace-nowrap">{action}</td>
                      <td className={`whole px-3 ${orderNo || member ? '' : 'nothing'}`}>
                        {orderNo && (
                          <Link to={`/orders/${orderNo}`} className="link">
                            {orderNo}
                          </Link>
                        )}
                        {!orderNo && member && <Member {...member} />}
                      </td>
                      <td className={`whole px-3 py-2 ${reason ? '' : 'nothing'}`} data-head="原因或內容">
                        {inWords(reason)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {found.answer.cursor && (
            <div>
              <Action busy={busy} line onClick={() => load(found.asked, found.answer.cursor ?? undefined)}>
                顯示更早的紀錄
              </Action>
            </div>
          )}
        </>
      )}
    </div>
  );
}
