import { useEffect, useState } from 'react';
import { untilLoaded } from '../../lib/lazy-part.ts';
import { type Districts, loadDistricts } from './areas.ts';

/** The county table, empty until it has loaded. It is loaded only where it is wanted. */
export function useDistricts(wanted = true): Districts {
  const [districts, setDistricts] = useState<Districts>({});
  useEffect(() => {
    if (!wanted) return;
    let live = true;
    void untilLoaded(loadDistricts).then((loaded) => live && setDistricts(loaded));
    return () => {
      live = false;
    };
  }, [wanted]);
  return districts;
}
