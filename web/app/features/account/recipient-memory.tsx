import { toNationalPhone } from '@nordhaut/contracts';
import { useEffect } from 'react';
import { useMember } from '../../lib/stores/member.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { useSession } from '../checkout/session.ts';

/** Fills empty fields of the recipient from the profile, once per member and checkout. Typed input stays. */
export function useProfileAsRecipient(): void {
  const uid = useMember((session) => session.member?.user_uid);
  useEffect(() => {
    const { member } = useMember.getState();
    if (uid === undefined || !member) return;
    const { fields, delivery } = useSession.getState();
    const { firstName, lastName, user_phone, user_email, user_city, user_urban_area, user_address, user_zip } = member;
    const person = {
      ...(fields.firstName === '' && fields.lastName === '' && { firstName, lastName }),
      ...(fields.phone === '' && fields.phoneArea === '+886' && { phone: toNationalPhone(user_phone) }),
      ...(fields.email === '' && { email: user_email }),
    };
    const place =
      delivery === 'HOME' && fields.city === '' && fields.address === '' && user_city !== ''
        ? { city: user_city, district: user_urban_area, address: user_address, zip: user_zip }
        : {};
    if (Object.keys({ ...person, ...place }).length > 0) useSession.setState({ fields: { ...fields, ...person, ...place } });
  }, [uid]);
}

/** 記住收件資料, for members: the order carries the wish, and the server keeps its home address in the profile (spec/3-purchase-flow §6). */
export function RememberBox() {
  const remember = useSession((session) => session.remember ?? false);
  useProfileAsRecipient();
  return (
    <Checkbox
      label="記住收件資料，下次自動帶入宅配地址"
      checked={remember}
      onChange={(event) => useSession.setState({ remember: event.currentTarget.checked })}
    />
  );
}
