/** What this browser remembers. A browser without storage counts as having seen everything, because nothing could be shown to it only once. */
export function isRemembered(name: string, value: string): boolean {
  try {
    return localStorage.getItem(name) === value;
  } catch {
    return true;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage there is nothing to remember it by.
  }
}
