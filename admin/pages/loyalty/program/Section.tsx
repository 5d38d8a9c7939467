import { type ReactNode, useState } from 'react'
import { Icon } from '../../../components/Icon.tsx'

type Props = { title: string; summary: string; hasError: boolean; children: ReactNode }

/** Opens by itself if one of its fields is refused, by the service or by the browser. */
export function Section({ title, summary, hasError, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (hasError && !isOpen) setIsOpen(true)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      onInvalidCapture={() => setIsOpen(true)}
      className="group min-w-0 border-line not-first:border-t"
    >
      <summary className="flex list-none items-center justify-between gap-4 px-5 py-3.5 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 gap-0.5">
          <span className="font-semibold tracking-tight">{title}</span>
          <span className="text-sm text-quiet wrap-anywhere group-open:hidden">{summary}</span>
        </span>
        <Icon name="chevronDown" className="size-5 text-quiet group-open:rotate-180" />
      </summary>
      <div className="px-5 pt-1 pb-5">{children}</div>
    </details>
  )
}
