import { useMe } from '../frame.tsx';
import { Title } from '../lib/ui.tsx';
import { Birthday } from './birthday.tsx';
import { MemberCredit } from './member-credit.tsx';

/** What support does for a member outside of any order. */
export function Members() {
  return (
    <div className="grid gap-6">
      <Title>會員</Title>
      <MemberCredit />
      {useMe().rights.includes('act') && <Birthday />}
    </div>
  );
}
