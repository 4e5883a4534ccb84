import { accountMessages, dayOf, GENDERS, type Member, MemberAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextInput } from '../../ui/text-input.tsx';
import { FormAlert } from './account-frame.tsx';
import { BirthdayFields } from './birthday-fields.tsx';
import { LABELS } from './form-rules.ts';
import { InfoSection } from './info-section.tsx';
import { headings } from './messages.ts';
import { PhoneField } from './phone-field.tsx';
import { PlaceFields } from './place-fields.tsx';
import { type ProfileFields, profileChange, profileFields, profileProblems } from './profile-fields.ts';
import { takeMember } from './session.ts';
import { useFields } from './use-fields.ts';

const GENDER_LABELS = { MALE: '男', FEMALE: '女', OTHERS: '其他' } as const;
const FIELD_OF: Readonly<Record<string, keyof ProfileFields>> = {
  NAME_INVALID: 'firstName',
  NAME_REQUIRED: 'firstName',
  NAME_TOO_LONG: 'firstName',
  PHONE_INVALID: 'user_phone',
  BIRTHDAY_INVALID: 'year',
  BIRTHDAY_SET: 'year',
  TOO_YOUNG: 'year',
  ADDRESS_NOT_DELIVERABLE: 'user_address',
};

export function ProfileForm({ member }: { member: Member }) {
  const [today] = useState(() => dayOf(new Date()));
  // Not the member, which follows every change while the fields stay as they were typed.
  const [before, setBefore] = useState(() => profileFields(member));
  const form = useFields<ProfileFields>(before, profileProblems(today), 'profile', 'profile');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function save(): Promise<void> {
    setFailure(undefined);
    if (!form.check()) return;
    const body = profileChange(form.fields, before);
    if (Object.keys(body).length === 0) return toast(accountMessages.saved, 'ok');
    setBusy(true);
    const result = await call(MemberAnswer, '/api/member', { method: 'PATCH', body });
    setBusy(false);
    if (result.ok) {
      setBefore(form.fields);
      takeMember(result.data.member);
      return toast(accountMessages.saved, 'ok');
    }
    const field = FIELD_OF[result.code];
    if (field) form.refuse(field, result.message);
    else setFailure(result.message);
  }
  return (
    <InfoSection id="profile" title={headings.profile}>
      <form
        noValidate
        className="grid gap-4 wide:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <TextInput label={LABELS.firstName} required autoComplete="family-name" maxLength={60} {...form.text('firstName')} />
        <TextInput label={LABELS.lastName} required autoComplete="given-name" maxLength={60} {...form.text('lastName')} />
        <PhoneField {...form.text('user_phone')} />
        <Select label="性別" autoComplete="sex" {...form.text('user_gender')}>
          <option value="" disabled={member.user_gender !== null}>
            請選擇
          </option>
          {GENDERS.map((gender) => (
            <option key={gender} value={gender}>
              {GENDER_LABELS[gender]}
            </option>
          ))}
        </Select>
        <BirthdayFields form={form} fixed={member.user_birthday !== null} />
        <PlaceFields form={form} zip={member.user_zip} />
        <div className="grid gap-4 wide:col-span-2">
          <FormAlert message={failure} />
          <Button type="submit" busy={busy} busyText="儲存中…" className="justify-self-start">
            儲存變更
          </Button>
        </div>
      </form>
    </InfoSection>
  );
}
