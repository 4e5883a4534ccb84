import { Labelled } from '../lib/ui.tsx';

/** `2026-11-25T14:05` in Taipei → ISO instant */
const instantOf = (typed: string): string => new Date(`${typed}+08:00`).toISOString();

/** Selects a moment by its time: the order as it was then. */
export function Moment({ choose }: { choose: (at: string) => void }) {
  return (
    <Labelled label="跳到時間（臺北）" hint="選取當時最近的一筆事件">
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          className="input max-w-xs"
          onChange={({ target }) => target.value && choose(instantOf(target.value))}
        />
      )}
    </Labelled>
  );
}
