import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useMember } from '../../lib/stores/member.ts';
import { MEMBER_PAGES } from './member-pages.ts';
import { signOut } from './session.ts';

const item = 'flex min-h-11 w-full items-center rounded-2 px-3 text-start hover:bg-sunken aria-[current=page]:font-semibold';

/** Signs out and leaves the pages of members. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () =>
    void signOut().then((done) => {
      if (done && pathname.startsWith('/member')) void navigate('/');
    });
}

/** The member's pages and 登出, as lines of a menu. */
export function MemberLinks({ line = item }: { line?: string }) {
  const { pathname } = useLocation();
  const leave = useSignOut();
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
        <button type="button" className={`${line} w-full`} onClick={leave}>
          登出
        </button>
      </li>
    </ul>
  );
}

/** The member's menu of the computer layout. */
export function MemberMenu() {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const name = useMember(({ member }) => member?.user_name ?? '');
  const close = () => {
    if (ref.current) ref.current.open = false;
  };
  useEffect(close, [key]);
  useEffect(() => {
    const outside = (event: Event) => event.target instanceof Node && !ref.current?.contains(event.target) && close();
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  return (
    <details
      ref={ref}
      className="group relative"
      onBlur={(event) => event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !ref.current?.open) return;
        close();
        ref.current.querySelector('summary')?.focus();
      }}
    >
      <summary className="inline-flex min-h-11 min-w-24 list-none items-center justify-center gap-1 rounded-2 px-3 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        會員
        <ChevronDown size={18} aria-hidden className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="absolute end-0 top-full mt-2 w-52 rounded-3 border border-line bg-surface p-2 shadow-2">
        {name && <p className="truncate px-3 py-2 text-sm text-ink-2">{name}，您好</p>}
        <MemberLinks />
      </div>
    </details>
  );
}
