import type { ReactNode } from 'react';
import { headings } from './messages.ts';
import { Section } from './section.tsx';

/** The four brand commitments (spec/1-catalogue-and-content §2). */
export function Promises({ title = headings.promises, promises }: { title?: string; promises: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Section title={title}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-10 desk:grid-cols-4 desk:gap-x-6">
        {promises.map(([promise, text]) => (
          <li key={promise} className="border-t border-ink pt-4">
            <h3 className="text-lg desk:text-xl">{promise}</h3>
            <p className="mt-2 text-sm text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
