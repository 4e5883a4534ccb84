import districtsUrl from '@nordhaut/contracts/data/taiwan-districts.json?url';

/** County → district → three-digit postal code. */
export type Districts = Readonly<Record<string, Readonly<Record<string, string>>>>;

let loading: Promise<Districts> | undefined;

/** The county table: data and no script, fetched when an address in Taiwan is asked for and not before. */
export function loadDistricts(): Promise<Districts> {
  loading ??= fetch(districtsUrl).then((answer) => {
    if (!answer.ok) throw new Error(`the county table was answered with ${answer.status}`);
    return answer.json() as Promise<Districts>;
  });
  // A failed fetch must not stay for ever: the next one who asks tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
