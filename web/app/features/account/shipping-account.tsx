import { useEffect } from 'react';
import { isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { useRegistration } from '../checkout/registration.ts';
import { RememberBox } from './recipient-memory.tsx';
import { forgetRegistration, RegisterBox, registerFromShipping } from './register-box.tsx';

useRegistration.setState({ complete: registerFromShipping });

/** Under the shipping form: registration for guests, remembering for members. Nothing until the page knows who has a session. */
export function ShippingAccount() {
  const status = useMember((session) => session.status);
  const isMember = status === 'member';
  useEffect(() => {
    if (isMember) forgetRegistration();
  }, [isMember]);
  if (status === 'unknown' && isMarkedSignedIn()) return null;
  return isMember ? <RememberBox /> : <RegisterBox />;
}
