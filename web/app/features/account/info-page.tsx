import type { Member } from '@nordhaut/contracts';
import { DeleteAccount } from './delete-account.tsx';
import { EmailState } from './email-state.tsx';
import { InviteSection } from './invite-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { WaysSection } from './ways-section.tsx';

/** The member's own data. `linkState`: the outcome of linking LINE or Facebook, from the address. */
export function InfoPage({ member, linkState }: { member: Member; linkState: string | null }) {
  return (
    <div className="grid max-w-3xl gap-6">
      <ProfileForm member={member} />
      <EmailState member={member} />
      <InviteSection member={member} />
      {member.ways.includes('EMAIL') && <PasswordSection member={member} />}
      <WaysSection member={member} linkState={linkState} />
      <DeleteAccount member={member} />
    </div>
  );
}
