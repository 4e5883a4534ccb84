import { useNavigate } from 'react-router-dom';
import { signInPath } from '../../lib/redirect-path.ts';
import { LinkButton } from '../../ui/button.tsx';
import { signOut } from './session.ts';

/** For a member without a password, who shows by a new sign-in that the account is theirs; it leads back to the profile, or to `back`. */
export function SignInAnew({ back = '/member/info' }: { back?: string }) {
  const navigate = useNavigate();
  const path = signInPath(back);
  return (
    <LinkButton
      to={path}
      look="line"
      className="justify-self-start"
      onClick={(event) => {
        event.preventDefault();
        void signOut().then((done) => done && navigate(path));
      }}
    >
      重新登入
    </LinkButton>
  );
}
