import type { ReactNode } from 'react';

const LOOKS = {
  plain: 'bg-sunken text-ink-2',
  brand: 'bg-brand text-surface',
  soft: 'bg-brand-soft text-brand',
  amber: 'bg-amber-soft text-amber',
  danger: 'bg-danger-soft text-danger',
  line: 'border border-line-strong bg-surface text-ink-2',
} as const;

export function Badge({
  look = 'plain',
  className = '',
  children,
}: {
  look?: keyof typeof LOOKS;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={`inline-flex items-center rounded-1 px-2 py-0.5 text-xs font-semibold ${LOOKS[look]} ${className}`}>{children}</span>
  );
}
