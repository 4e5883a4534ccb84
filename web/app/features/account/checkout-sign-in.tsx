import { Link } from 'react-router-dom';
import { LoginForm } from './login-form.tsx';
import { Or, SocialButtons } from './social-buttons.tsx';

type Props = { step: string; email: string; onClose: () => void };

/** Signing in inside the checkout. It is loaded when the visitor opens it. */
export function CheckoutSignIn({ step, email, onClose }: Props) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <LoginForm id="checkout-login" email={email} onSignedIn={onClose} />
      <Or />
      <SocialButtons verb="登入" redirect={`/payment?to=${step}`} onSignedIn={onClose} />
      <Link
        to={`/register?redirect=payment_${step}${email ? `&email=${encodeURIComponent(email)}` : ''}`}
        className="link inline-flex min-h-11 items-center justify-self-start"
      >
        註冊會員
      </Link>
    </div>
  );
}
