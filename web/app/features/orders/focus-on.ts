/** Gives the focus to a heading whose section took the place of a form that is gone. */
export function focusOn(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
