import { BadgeCheck, Leaf, Plane, ShieldCheck } from 'lucide';
import { Icon } from '../../ui/icon.tsx';
import { headings } from './messages.ts';
import { Section } from './section.tsx';

const ICONS = [Plane, Leaf, ShieldCheck, BadgeCheck] as const;

/** The four brand commitments (spec/1-catalogue-and-content §2). */
export function Promises({ title = headings.promises, promises }: { title?: string; promises: readonly (readonly [string, string])[] }) {
  return (
    <Section title={title}>
      <ul className="grid gap-8 wide:grid-cols-2 desk:grid-cols-4">
        {promises.map(([promise, text], place) => {
          return (
            <li key={promise} className="border-t-2 border-ink pt-5">
              <Icon of={ICONS[place] ?? Plane} size={24} className="text-brand" />
              <h3 className="mt-3 text-h3">{promise}</h3>
              <p className="mt-2 text-sm text-ink-2">{text}</p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
