import type { ComponentProps } from 'react'
import { Icon } from '../Icon.tsx'

/**
 * A select with its own chevron, because browsers draw theirs closer to the border than a field's text. `className` sets
 * the height and the size of the type.
 */
export function Select({ className = '', children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`relative inline-grid max-w-full ${className}`}>
      <select
        {...rest}
        className="w-full appearance-none truncate rounded-lg border border-line-strong bg-surface ps-3 pe-8.5 text-text disabled:opacity-55"
      >
        {children}
      </select>
      <Icon
        name="chevronDown"
        className="pointer-events-none absolute end-1.5 top-1/2 size-5 -translate-y-1/2 text-quiet"
      />
    </span>
  )
}
