/** The beginnings of the names under which the tab's session storage keeps what a person typed into a form. */
export const TYPED = { groupForm: 'group-form-', reviewDraft: 'review-draft-' } as const;

/** Deletes it: the next account in this tab must not see it. */
export function forgetTyped(): void {
  try {
    const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '');
    for (const name of names) if (Object.values(TYPED).some((start) => name.startsWith(start))) sessionStorage.removeItem(name);
  } catch {
    // Storage is refused: there is nothing in it.
  }
}
