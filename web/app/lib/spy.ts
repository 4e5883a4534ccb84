import { useEffect, useState } from 'react';

/** The id of the section that is being read: the last one whose start has passed the upper third of the screen. */
export function useSpy(ids: readonly string[]): string | undefined {
  const [at, setAt] = useState<string>();
  const list = ids.join(' ');
  useEffect(() => {
    const sections = list.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const look = (): void =>
      setAt(sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3)?.id ?? sections[0]?.id);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [list]);
  return at;
}
