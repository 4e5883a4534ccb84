import type { Me } from '@nordhaut/contracts/support';
import { Link, NavLink, Outlet, useNavigate, useOutletContext } from 'react-router-dom';
import { call } from './lib/api.ts';
import { Fault } from './lib/ui.tsx';
import { useData } from './lib/use-data.ts';

export const useMe = (): Me => useOutletContext<Me>();

/** Header and navigation of who is signed in. */
export function Frame() {
  const { data: me, error } = useData<Me>('me');
  const navigate = useNavigate();
  if (!me) return <main className="p-4">{error ? <Fault>{error}</Fault> : <p>載入中…</p>}</main>;
  const signOut = () => void call('sign-out', {}).finally(() => void navigate('/sign-in'));
  return (
    <>
      <a href="#main" className="btn absolute -top-20 left-4 z-10 focus:top-2">
        跳到主要內容
      </a>
      <header className="border-b border-line bg-surface">
        <nav aria-label="主選單" className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-5 px-4 py-1">
          <Link to="/" className="inline-flex min-h-11 items-center font-semibold">
            Nordhaut 客服後台
          </Link>
          <NavLink to="/" end className="link">
            訂單
          </NavLink>
          <NavLink to="/tasks" className="link">
            工作清單
          </NavLink>
          <NavLink to="/insight" className="link">
            營運數字
          </NavLink>
          <NavLink to="/history" className="link">
            紀錄狀態
          </NavLink>
          <NavLink to="/reviews" className="link">
            商品評價
          </NavLink>
          <NavLink to="/muted" className="link">
            不可購買
          </NavLink>
          <NavLink to="/members" className="link">
            會員
          </NavLink>
          {me.rights.includes('act') && (
            <NavLink to="/tables" className="link">
              資料表
            </NavLink>
          )}
          {me.rights.includes('reveal') && (
            <NavLink to="/inquiries" className="link">
              企業採購
            </NavLink>
          )}
          {me.rights.includes('reveal') && (
            <NavLink to="/persons" className="link">
              個資請求
            </NavLink>
          )}
          {me.rights.includes('administer') && (
            <NavLink to="/views" className="link">
              檢視紀錄
            </NavLink>
          )}
          {me.rights.includes('administer') && (
            <NavLink to="/coupons" className="link">
              優惠券
            </NavLink>
          )}
          {me.rights.includes('administer') && (
            <NavLink to="/poison" className="link">
              無法讀取
            </NavLink>
          )}
          {me.rights.includes('administer') && (
            <NavLink to="/staff" className="link">
              人員
            </NavLink>
          )}
          <span className="ms-auto text-sm text-ink-2">{me.name}</span>
          <button type="button" className="link" onClick={signOut}>
            登出
          </button>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[90rem] p-4">
        <Outlet context={me} />
      </main>
    </>
  );
}
