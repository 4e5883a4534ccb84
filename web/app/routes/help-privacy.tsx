import { PRIVACY } from '@nordhaut/contracts/legal';
import { HelpFrame } from '../features/help/help-frame.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/help-privacy';

/** The server alone has the text; the page brings it as data. */
export const loader = () => ({ text: PRIVACY });

/** The same text as `/privacy`, which is the canonical address (decisions.md 101). */
export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: loaderData?.text.title ?? '',
    description: '我們如何蒐集、使用、保存與保護您的個人資料，以及您可以行使的權利。',
    path: '/privacy',
    share: 'privacy',
  });
}

export default function HelpPrivacy({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <HelpFrame label={text.title}>
      <LegalPage text={text} framed />
    </HelpFrame>
  );
}
