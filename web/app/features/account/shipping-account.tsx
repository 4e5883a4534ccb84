import { useMember } from '../../lib/stores/member.ts';
import { RememberBox } from './recipient-memory.tsx';
import { RegisterBox } from './register-box.tsx';

/** Under the shipping form: registration for guests, remembering for members. */
export const ShippingAccount = () => (useMember(({ status }) => status === 'member') ? <RememberBox /> : <RegisterBox />);

export { rememberRecipient } from './recipient-memory.tsx';
export { registerBoxProblem, registerFromShipping } from './register-box.tsx';
