import type { ReactNode } from 'react';

type Props = { id: string; name: ReactNode; closed: string | null; expanded: boolean; choose: () => void };

/** The button of an act. One that cannot be used says why. */
export function ActButton({ id, name, closed, expanded, choose }: Props) {
  return (
    <li className="max-w-56">
      <button
        type="button"
        className="btn btn-line"
        aria-disabled={closed !== null || undefined}
        data-act={id}
        aria-expanded={expanded}
        {...(closed !== null && { 'aria-describedby': id })}
        onClick={() => closed === null && choose()}
      >
        {name}
      </button>
      {closed !== null && (
        <p id={id} className="text-sm text-ink-2">
          {closed}
        </p>
      )}
    </li>
  );
}
