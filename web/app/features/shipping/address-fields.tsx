import { type DeliveryType, HONG_KONG, OVERSEAS, PHONE_AREA_OF } from '@nordhaut/contracts';
import { Select, TextInput } from '../../ui/text-input.tsx';
import { fieldId } from './shipping-form.ts';
import type { ShippingForm } from './use-shipping-form.ts';
import { useDistricts } from './use-districts.ts';
import { useZip } from './use-zip.ts';

const ZIP_TEXT = {
  idle: '依地址自動帶入，也可自行修改',
  searching: '郵遞區號查詢中…',
  found: '已依地址帶入',
  none: '查無郵遞區號，可自行填寫或留空',
} as const;

function Options({ first, of }: { first: string; of: readonly string[] }) {
  return (
    <>
      <option value="">{first}</option>
      {of.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </>
  );
}

/** County, district and address; for Hong Kong also the sub-area (providers §9). */
export function AddressFields({ form, delivery }: { form: ShippingForm; delivery: DeliveryType }) {
  const { fields, register, set, errors } = form;
  const { city, district, area, address } = fields;
  const overseas = delivery === 'INTERNATIONAL';
  const districts = useDistricts(!overseas);
  const zip = useZip(!overseas && city && district && address.trim() ? city + district + address.trim() : undefined, (found) =>
    set({ zip: found }),
  );

  const cities: readonly string[] = overseas ? OVERSEAS : Object.keys(districts);
  const districtNames: readonly string[] = overseas ? Object.keys(HONG_KONG) : Object.keys(districts[city] ?? {});
  const chooseCity = (chosen: string): void => {
    const phoneArea = PHONE_AREA_OF[chosen];
    set({ city: chosen, district: '', area: '', ...(phoneArea && { phoneArea }) });
  };
  const hongKong = overseas && city === '香港';
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      <Select
        label={overseas ? '地區' : '縣市'}
        id={fieldId('city')}
        required
        autoComplete="address-level1"
        error={errors.city}
        {...register('city')}
        value={cities.includes(city) ? city : ''}
        onChange={(event) => chooseCity(event.target.value)}
      >
        <Options first={overseas ? '請選擇香港或澳門' : '請選擇縣市'} of={cities} />
      </Select>
      {(!overseas || hongKong) && (
        <Select
          label={overseas ? '區域' : '鄉鎮市區'}
          id={fieldId('district')}
          required
          autoComplete="address-level2"
          error={errors.district}
          {...register('district')}
          value={districtNames.includes(district) ? district : ''}
          onChange={(event) => set({ district: event.target.value, area: '' })}
        >
          <Options first={overseas ? '請選擇區域' : '請選擇鄉鎮市區'} of={districtNames} />
        </Select>
      )}
      {hongKong && (
        <Select
          label="分區"
          id={fieldId('area')}
          required
          autoComplete="address-level3"
          error={errors.area}
          {...register('area')}
          value={area}
        >
          <Options first="請選擇分區" of={HONG_KONG[district] ?? []} />
        </Select>
      )}
      <TextInput
        label="詳細地址"
        id={fieldId('address')}
        required
        autoComplete="street-address"
        maxLength={100}
        placeholder={overseas ? '街道、大廈、樓層' : '路街、巷弄、門牌、樓層'}
        error={errors.address}
        className="wide:col-span-2"
        {...register('address')}
      />
      {!overseas && (
        <TextInput
          label="郵遞區號"
          id={fieldId('zip')}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={6}
          hint={ZIP_TEXT[zip]}
          {...register('zip')}
        />
      )}
    </div>
  );
}
