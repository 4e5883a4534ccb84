/**
 * Deletes what a person typed into forms, which the tab's session storage keeps under names that begin with `typed-`: the next
 * account in this tab must not see it.
 */
export function forgetTyped(): void {
  try {
    const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '');
    for (const name of names) if (name.startsWith('typed-')) sessionStorage.removeItem(name);
  } catch {
    // Storage is refused: there is nothing in it.
  }
}
