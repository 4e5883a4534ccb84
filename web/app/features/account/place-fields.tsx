import { useState } from 'react';
import { Select, TextInput } from '../../ui/text-input.tsx';
import { useDistricts } from '../shipping/use-districts.ts';
import { useZip } from '../shipping/use-zip.ts';
import type { ProfileFields } from './profile-fields.ts';
import type { useFields } from './use-fields.ts';

/** City, district and address; the postal code follows from them. */
export function PlaceFields({ form, zip: known }: { form: ReturnType<typeof useFields<ProfileFields>>; zip: string }) {
  const { user_city: city, user_urban_area: district, user_address: address } = form.fields;
  const districts = useDistricts();
  const [zip, setZip] = useState(known);
  const looking = useZip(city && district && address.trim() ? city + district + address.trim() : undefined, setZip);
  // The typed place stands in the list while the table of places loads.
  const listOf = (names: readonly string[], chosen: string): readonly string[] =>
    chosen && !names.includes(chosen) ? [chosen, ...names] : names;
  const shown = city && district ? zip || districts[city]?.[district] || '' : '';
  return (
    <>
      <Select
        label="縣市"
        autoComplete="address-level1"
        {...form.text('user_city')}
        onChange={(event) => form.set({ user_city: event.currentTarget.value, user_urban_area: '' })}
      >
        <option value="">請選擇縣市</option>
        {listOf(Object.keys(districts), city).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select label="鄉鎮市區" autoComplete="address-level2" {...form.text('user_urban_area')}>
        <option value="">請選擇鄉鎮市區</option>
        {listOf(Object.keys(districts[city] ?? {}), district).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <div className="wide:col-span-2">
        <TextInput
          label="詳細地址"
          autoComplete="street-address"
          maxLength={100}
          placeholder="路街、巷弄、門牌、樓層"
          {...form.text('user_address')}
        />
        <p role="status" className="num mt-1 min-h-6 text-sm text-ink-3">
          {looking === 'searching' ? '郵遞區號查詢中…' : shown && `郵遞區號 ${shown}`}
        </p>
      </div>
    </>
  );
}
