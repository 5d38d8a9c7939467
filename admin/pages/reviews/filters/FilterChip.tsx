import type { ReactNode } from 'react'
import { Icon } from '../../../components/Icon.tsx'

export function FilterChip({ onRemove, children }: { onRemove(): void; children: ReactNode }) {
  return (
    <li className="inline-flex h-7 max-w-64 shrink-0 items-center rounded-full bg-accent-wash pl-3 text-sm text-accent">
      <span dir="auto" className="truncate">
        {children}
      </span>
      <button
        type="button"
        onClick={onRemove}
        className="grid h-7 w-8 shrink-0 place-items-center rounded-full -outline-offset-2 hover:text-text"
      >
        <Icon name="cross" className="size-4" />
        <span className="sr-only">Remove filter: {children}</span>
      </button>
    </li>
  )
}
