import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** HTML that a loader rendered from the shop's own components. Its links are navigations of the app. */
export function StaticPart({ html }: { html: string }) {
  const navigate = useNavigate();
  function follow(event: MouseEvent): void {
    const path = event.target instanceof Element && event.target.closest('a')?.getAttribute('href');
    if (!path || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(path);
  }
  // oxlint-disable-next-line react/no-danger, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- own HTML; the keys of its links cause clicks
  return <div onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
}
