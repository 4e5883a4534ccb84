import type { Me, Right, WorkLists } from '@nordhaut/contracts/support';
import { useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useOutletContext } from 'react-router-dom';
import { call, Refused } from './lib/api.ts';
import { Fault } from './lib/ui.tsx';
import { useData } from './lib/use-data.ts';
import { Kept } from './lib/use-kept.ts';
import { useWork } from './lib/use-work.ts';

export const useMe = (): Me => useOutletContext<Me>();

type Page = { to: string; name: string; right?: Right };
/** The pages by whom they are about. `right`: who has it sees the page. */
const GROUPS: readonly { title: string; pages: readonly Page[] }[] = [
  {
    title: '訂單',
    pages: [
      { to: '/', name: '訂單' },
      { to: '/tasks', name: '工作清單' },
      { to: '/parcels', name: '待出貨' },
      { to: '/invoices', name: '發票資料', right: 'reveal' },
      { to: '/insight', name: '營運數字' },
    ],
  },
  {
    title: '顧客',
    pages: [
      { to: '/members', name: '會員' },
      { to: '/muted', name: '不可購買' },
      { to: '/reviews', name: '商品評價' },
      { to: '/inquiries', name: '企業採購', right: 'reveal' },
      { to: '/questionnaires', name: '問卷回答', right: 'reveal' },
      { to: '/persons', name: '個資請求', right: 'reveal' },
    ],
  },
  {
    title: '設定',
    pages: [
      { to: '/coupons', name: '優惠券', right: 'administer' },
      { to: '/tables', name: '資料表', right: 'act' },
      { to: '/staff', name: '人員', right: 'administer' },
    ],
  },
  {
    title: '稽核',
    pages: [
      { to: '/history', name: '紀錄狀態' },
      { to: '/errors', name: '錯誤紀錄' },
      { to: '/views', name: '檢視紀錄', right: 'administer' },
      { to: '/changes', name: '變更紀錄', right: 'administer' },
      { to: '/poison', name: '無法讀取', right: 'administer' },
    ],
  },
];

/** With so few recovery codes left, the page says who makes new ones: a reset of the account does. */
const FEW_CODES = 2;

type Props = { found: (staffId: string) => void; signedOut: () => void };

/**
 * The navigation of who is signed in: beside the page, or behind a button where the screen is narrow. `found`: called with who it is.
 */
export function Frame({ found, signedOut }: Props) {
  const { data: me, error } = useData<Me>('me');
  useEffect(() => {
    if (me) found(me.staffId);
  }, [me, found]);
  const [open, setOpen] = useState(false);
  const [kept] = useState(() => new Map<string, unknown>());
  const { fault, run } = useWork();
  const { pathname } = useLocation();
  // The page of the lists says it itself, also after each row that is done.
  const isAtLists = pathname.startsWith('/tasks');
  const { data: work } = useData<WorkLists>(me && !isAtLists ? 'work' : undefined, undefined, pathname);
  if (!me) return <main className="p-4">{error ? <Fault>{error}</Fault> : <p>載入中…</p>}</main>;
  const signOut = () =>
    void run(async () => {
      await call('sign-out', {}).catch((error: unknown) => {
        // Another person's session is not this page's to end.
        if (!(error instanceof Refused) || error.code !== 'UNAUTHORISED') throw error;
      });
      signedOut();
    });
  const groups = GROUPS.map(({ title, pages }) => ({ title, pages: pages.filter(({ right }) => !right || me.rights.includes(right)) }));
  return (
    <div className="mx-auto max-w-[100rem] print:block desk:grid desk:grid-cols-[12rem_minmax(0,1fr)]">
      <a href="#main" className="btn absolute -top-20 left-4 z-10 focus:top-2">
        跳到主要內容
      </a>
      <header className="border-b border-line bg-surface px-4 py-1 print:hidden desk:sticky desk:top-0 desk:h-dvh desk:overflow-y-auto desk:border-e desk:border-b-0 desk:px-2 desk:py-2">
        <div className="flex items-center justify-between">
          <Link to="/" className="inline-flex min-h-11 items-center px-2 font-semibold whitespace-nowrap">
            客服後台
          </Link>
          <button type="button" className="link desk:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
            選單
          </button>
        </div>
        <div className={`${open ? 'block' : 'hidden'} pb-2 desk:block`}>
          <nav aria-label="主選單" className="grid grid-cols-2 gap-x-4 desk:grid-cols-1">
            {groups
              .filter(({ pages }) => pages.length > 0)
              .map(({ title, pages }) => (
                <div key={title} className="pt-2">
                  <p className="px-2 text-sm text-ink-2">{title}</p>
                  <ul>
                    {pages.map(({ to, name }) => (
                      <li key={to}>
                        <NavLink to={to} end={to === '/'} className="place" onClick={() => setOpen(false)}>
                          {name}
                          {to === '/tasks' && !isAtLists && <Waiting work={work} />}
                        </NavLink>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
          </nav>
          <p className="mt-2 flex flex-wrap items-center justify-between gap-x-3 border-t border-line px-2 pt-1">
            <span className="text-sm text-ink-2">
              <span className="block">{me.name}</span>
              復原碼剩 {me.recoveryCodesLeft} 組{me.recoveryCodesLeft <= FEW_CODES && '，請管理員重設登入方式'}
            </span>
            <button type="button" className="link" onClick={signOut}>
              登出
            </button>
          </p>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 p-4">
        <Fault>{fault}</Fault>
        <Kept value={kept}>
          <Outlet context={me} />
        </Kept>
        <p className="mt-6 text-sm text-ink-2">時間均為臺北時間（UTC+8）</p>
      </main>
    </div>
  );
}

/** How much of all lists waits for support. Each page that opens asks anew. */
function Waiting({ work }: { work: WorkLists | undefined }) {
  const open = work?.lists.reduce((sum, { count }) => sum + count, 0) ?? 0;
  if (open === 0) return null;
  return (
    <span className="num ms-auto rounded-full bg-brand px-2 text-sm font-semibold text-surface">
      {open}
      <span className="sr-only"> 件待處理</span>
    </span>
  );
}
