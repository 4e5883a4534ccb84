import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useMember } from '../../lib/stores/member.ts';
import { DropDown } from '../shell/drop-down.tsx';
import { MEMBER_PAGES } from './member-pages.ts';
import { signOut } from './session.ts';
import { useLeaving } from './use-leaving.ts';

const item = 'flex min-h-11 w-full items-center rounded-2 px-3 text-start hover:bg-sunken aria-[current=page]:font-semibold';

/** Signs out and leaves the pages of members. */
function useSignOut(): ReturnType<typeof useLeaving> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useLeaving(async () => {
    if ((await signOut()) && pathname.startsWith('/member')) void navigate('/');
  });
}

/** The member's pages and 登出, as lines of a menu. */
export function MemberLinks({ line = item }: { line?: string }) {
  const { pathname } = useLocation();
  const { leaving, text, go } = useSignOut();
  return (
    <ul aria-label="會員">
      {MEMBER_PAGES.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={line} aria-current={pathname === to ? 'page' : undefined}>
            {label}
          </Link>
        </li>
      ))}
      <li className="mt-1 border-t border-line pt-1">
        <button type="button" className={`${line} w-full`} aria-busy={leaving || undefined} onClick={go}>
          {text}
        </button>
      </li>
    </ul>
  );
}

/** The member's menu of the computer layout. */
export function MemberMenu() {
  const name = useMember(({ member }) => member?.user_name);
  return (
    <DropDown label="會員">
      {name && <p className="truncate px-3 py-2 text-sm text-ink-2">{name}，您好</p>}
      <MemberLinks />
    </DropDown>
  );
}
