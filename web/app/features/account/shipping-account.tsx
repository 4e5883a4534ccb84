import { useEffect } from 'react';
import { useMember } from '../../lib/stores/member.ts';
import { registration } from '../checkout/registration.ts';
import { RememberBox } from './recipient-memory.tsx';
import { fieldId } from '../shipping/shipping-form.ts';
import { forgetRegistration, RegisterBox, registerBoxProblem, registerEmailProblem, registerFromShipping } from './register-box.tsx';

registration.problem = () => {
  const email = registerEmailProblem();
  if (email !== undefined) return { fieldId: fieldId('email'), message: email };
  const message = registerBoxProblem();
  return message === undefined ? undefined : { fieldId: 'ship-password', message };
};
registration.complete = registerFromShipping;

/** Under the shipping form: registration for guests, remembering for members. */
export function ShippingAccount() {
  const isMember = useMember(({ status }) => status === 'member');
  useEffect(() => {
    if (isMember) forgetRegistration();
  }, [isMember]);
  return isMember ? <RememberBox /> : <RegisterBox />;
}
