import { BadgeCheck, Leaf, Plane, ShieldCheck } from 'lucide';
import { Icon } from '../../ui/icon.tsx';
import { headings } from './messages.ts';
import { Section } from './section.tsx';

const ICONS = [Plane, Leaf, ShieldCheck, BadgeCheck] as const;

/** The four brand commitments (spec/1-catalogue-and-content §2). */
export function Promises({ title = headings.promises, promises }: { title?: string; promises: readonly (readonly [string, string])[] }) {
  return (
    <Section title={title}>
      <ul className="grid grid-cols-2 gap-4 desk:grid-cols-4">
        {promises.map(([promise, text], place) => {
          return (
            <li key={promise} className="rounded-3 border border-line bg-surface p-4 desk:p-6">
              <p className="grid size-12 place-items-center rounded-full bg-brand-soft text-brand">
                <Icon of={ICONS[place] ?? Plane} size={22} />
              </p>
              <h3 className="mt-4 text-lg desk:text-xl">{promise}</h3>
              <p className="mt-2 text-sm text-ink-2">{text}</p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
