import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'

type Props = {
  label: string
  placeholder?: string
  text: string
  onText(text: string): void
  isSearching?: boolean
  count?: number | undefined
  note?: ReactNode
  children?: ReactNode
}

/** An ARIA combobox. Callers fill and filter the list. Never part of the first page's bundle. */
export function SearchList({
  label,
  placeholder = label,
  text,
  onText,
  isSearching = false,
  count,
  note,
  children,
}: Props) {
  return (
    <Command label={label} shouldFilter={false} loop className="flex min-h-0 flex-col">
      <div className="relative shrink-0 border-b border-line">
        <Icon name="search" className="pointer-events-none absolute top-3.5 left-4 size-5 text-quiet" />
        <Command.Input
          ref={wantFocus}
          value={text}
          onValueChange={onText}
          placeholder={placeholder}
          aria-label={label}
          maxLength={200}
          className="h-12 w-full bg-transparent pr-34 pl-12 text-base text-text outline-none"
        />
        <span
          role="status"
          className={isSearching ? 'pointer-events-none absolute top-3.5 right-14 text-sm text-quiet' : 'sr-only'}
        >
          {isSearching ? 'Searching …' : count !== undefined && `${count} found`}
        </span>
      </div>
      <Command.List label={label} className="min-h-0 relative overflow-y-auto overscroll-contain p-2">
        {children}
      </Command.List>
      {note}
    </Command>
  )
}

/** React omits the attribute, but a dialog needs it to set the initial focus. */
const wantFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '')

export function SearchGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={name}
      className="pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-quiet"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = { id: string; onSelect(): void; children: ReactNode }

export function SearchItem({ id, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent-wash data-[selected=true]:text-accent"
    >
      {children}
    </Command.Item>
  )
}
