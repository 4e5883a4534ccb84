import { TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/terms';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: TERMS_OF_SERVICE.title,
    description: '訂購、付款、配送、七天鑑賞期、退貨與會員帳號的條款。',
    path: '/help/termsAndConditions',
  });
}

export default function Terms() {
  return <LegalPage text={TERMS_OF_SERVICE} />;
}
