import { useMember } from '../../lib/stores/member.ts';
import { registration } from '../checkout/registration.ts';
import { RememberBox } from './recipient-memory.tsx';
import { RegisterBox, registerBoxProblem, registerFromShipping } from './register-box.tsx';

registration.problem = () => {
  const message = registerBoxProblem();
  return message === undefined ? undefined : { fieldId: 'ship-password', message };
};
registration.settle = registerFromShipping;

/** Under the shipping form: registration for guests, remembering for members. */
export const ShippingAccount = () => (useMember(({ status }) => status === 'member') ? <RememberBox /> : <RegisterBox />);
