import { useEffect } from 'react';
import { useMember } from '../../lib/stores/member.ts';
import { useRegistration } from '../checkout/registration.ts';
import { RememberBox } from './recipient-memory.tsx';
import { forgetRegistration, RegisterBox, registerFromShipping } from './register-box.tsx';

useRegistration.setState({ complete: registerFromShipping });

/** Under the shipping form: registration for guests, remembering for members. */
export function ShippingAccount() {
  const isMember = useMember(({ status }) => status === 'member');
  useEffect(() => {
    if (isMember) forgetRegistration();
  }, [isMember]);
  return isMember ? <RememberBox /> : <RegisterBox />;
}
