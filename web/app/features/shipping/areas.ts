import districtsUrl from '@nordhaut/contracts/data/taiwan-districts.json?url';

/** County → district → three-digit postal code. */
export type Districts = Readonly<Record<string, Readonly<Record<string, string>>>>;

let loading: Promise<Districts> | undefined;

/** The county table. It is a data file, loaded only when a form needs an address in Taiwan. */
export function loadDistricts(): Promise<Districts> {
  loading ??= fetch(districtsUrl).then((answer) => {
    if (!answer.ok) throw new Error(`the county table was answered with ${answer.status}`);
    return answer.json() as Promise<Districts>;
  });
  // After a failed request the next call tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
