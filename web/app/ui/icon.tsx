import { createElement } from 'react';

/** The shapes of an icon of the package `lucide`. */
export type Shapes = readonly (readonly [tag: string, attributes: Record<string, string | number | undefined>])[];

/** A decorative icon. The component of `lucide-react` would cost every page 2 kB (gzip) of script. */
export function Icon({ of, size, ...rest }: { of: Shapes; size: number; className?: string; fill?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...rest}
    >
      {of.map(([tag, attributes], key) => createElement(tag, { key, ...attributes }))}
    </svg>
  );
}
