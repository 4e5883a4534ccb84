import type { Member } from '@nordhaut/contracts';
import { Badge } from '../../ui/badge.tsx';
import { FormAlert } from './account-frame.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EmailState } from './email-state.tsx';
import { InviteSection } from './invite-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { WaysSection } from './ways-section.tsx';

/** The member's own data. `linkFailure`: why LINE or Facebook was not linked. */
export function InfoPage({ member, linkFailure }: { member: Member; linkFailure: string | undefined }) {
  return (
    <div className="grid max-w-3xl gap-6">
      <FormAlert message={linkFailure} />
      {member.foundingNumber !== null && (
        <p className="num">
          <Badge look="amber">創始會員</Badge> 編號 {member.foundingNumber}
        </p>
      )}
      <ProfileForm member={member} />
      <EmailState member={member} />
      <InviteSection member={member} />
      {member.ways.includes('EMAIL') && <PasswordSection member={member} />}
      <WaysSection member={member} />
      <DeleteAccount member={member} />
    </div>
  );
}
