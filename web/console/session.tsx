import type { Me } from '@nordhaut/contracts/support';
import { Activity, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Frame } from './frame.tsx';
import { call, callFor } from './lib/api.ts';
import { SessionEnded } from './lib/session-ended.ts';
import { useEnd } from './lib/use-end.ts';
import { SignInForm } from './pages/sign-in.tsx';

/**
 * The pages of a session. Where it ends by itself, the sign-in takes the place of the page, which keeps what its user typed and comes
 * back for the same person. A sign-out keeps nothing.
 */
export function Session() {
  const navigate = useNavigate();
  const [isEnded, setEnded] = useState(false);
  const [visit, setVisit] = useState(0);
  const [whose, setWhose] = useState<string>();
  const ended = useCallback(() => setEnded(true), []);
  const found = useCallback((staffId: string) => {
    callFor(staffId);
    setWhose(staffId);
  }, []);
  useEffect(() => () => callFor(undefined), []);
  const tellOthers = useEnd(() => void navigate('/sign-in', { replace: true }));
  const signedOut = (): void => {
    tellOthers();
    void navigate('/sign-in');
  };
  const signedIn = async (): Promise<void> => {
    // Who signed in may be somebody else.
    callFor(undefined);
    const { staffId } = await call<Me>('me');
    callFor(staffId);
    if (whose !== undefined && whose !== staffId) {
      setVisit(visit + 1);
      await navigate('/', { replace: true });
    }
    setEnded(false);
  };
  return (
    <SessionEnded value={ended}>
      {isEnded && <SignInForm hint={whose !== undefined} done={signedIn} />}
      <Activity mode={isEnded ? 'hidden' : 'visible'}>
        <Frame key={visit} found={found} signedOut={signedOut} />
      </Activity>
    </SessionEnded>
  );
}
