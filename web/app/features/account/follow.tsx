import type { Member } from '@nordhaut/contracts';
import { CircleCheck, ExternalLink } from 'lucide';
import { useShop } from '../../lib/shop.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FormAlert } from './account-frame.tsx';
import { headings } from './messages.ts';
import { toLine } from './link-path.ts';
import { ProveForm } from './prove-form.tsx';

const PAGE = '/member/follow';

/** The way to the shop's LINE account, and whether the member's LINE is linked. */
export function FollowPage({ member, failure }: { member: Member; failure: string | undefined }) {
  const { brand, chatUrl } = useShop();
  const [asking, setAsking] = useState(false);
  const linked = member.ways.includes('LINE');
  return (
    <div className="grid max-w-2xl gap-6">
      <FormAlert message={failure} />
      <section aria-labelledby="line-link" className="grid gap-3 rounded-3 border border-line bg-surface p-5 wide:p-6">
        <h2 id="line-link" className="text-h3">
          LINE 連結狀態
        </h2>
        {linked ? (
          <p className="flex items-center gap-2">
            <Icon of={CircleCheck} size={20} className="shrink-0 text-ok" />
            已連結 LINE，您可以用 LINE 登入。
          </p>
        ) : (
          <>
            <p className="text-ink-2">尚未連結 LINE。連結後即可用 LINE 快速登入。</p>
            {asking ? (
              <ProveForm
                member={member}
                action="連結 LINE"
                busyText="連結中…"
                back={PAGE}
                perform={() => toLine(PAGE)}
                onClose={() => setAsking(false)}
              />
            ) : (
              <Button className="btn-line-green justify-self-start" onClick={() => setAsking(true)}>
                連結 LINE
              </Button>
            )}
          </>
        )}
      </section>
      {chatUrl && (
        <section aria-labelledby="line-friend" className="grid gap-3 rounded-3 border border-line bg-surface p-5 wide:p-6">
          <h2 id="line-friend" className="text-h3">
            {headings.addFriend}
          </h2>
          <p className="text-ink-2">將 {brand} 官方帳號加入好友，有任何問題都可以直接以 LINE 詢問客服。</p>
          <a href={chatUrl} target="_blank" rel="noopener noreferrer" className="btn btn-line justify-self-start">
            加入 LINE 好友
            <Icon of={ExternalLink} size={14} />
            <span className="sr-only">（另開新視窗）</span>
          </a>
        </section>
      )}
    </div>
  );
}
