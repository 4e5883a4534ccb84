import { BadgeCheck, Leaf, Plane, ShieldCheck } from 'lucide';
import { Icon } from '../../ui/icon.tsx';
import { headings } from './messages.ts';
import { Section } from './section.tsx';

const ICONS = [Plane, Leaf, ShieldCheck, BadgeCheck] as const;

/** The four brand commitments (spec/1-catalogue-and-content §2). */
export function Promises({ title = headings.promises, promises }: { title?: string; promises: readonly (readonly [string, string])[] }) {
  return (
    <Section title={title}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-10 desk:grid-cols-4 desk:gap-x-6">
        {promises.map(([promise, text], place) => {
          return (
            <li key={promise} className="border-t border-line-strong pt-4 desk:pt-6">
              <Icon of={ICONS[place] ?? Plane} size={26} className="text-brand" />
              <h3 className="mt-3 text-lg desk:mt-5 desk:text-xl">{promise}</h3>
              <p className="mt-2 text-sm text-ink-2">{text}</p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
