import { Link } from 'react-router-dom';

/** What a registration agrees to: `MemberRegistered` records the version and the hash of both texts. */
export const AgreementLabel = () => (
  <>
    我已閱讀並同意
    <Link to="/privacy" target="_blank" className="link">
      隱私權政策
      <span className="sr-only">（另開新視窗）</span>
    </Link>
    與
    <Link to="/help/termsAndConditions" target="_blank" className="link">
      服務條款
      <span className="sr-only">（另開新視窗）</span>
    </Link>
  </>
);
