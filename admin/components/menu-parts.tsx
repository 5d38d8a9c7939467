import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Icon } from './Icon.tsx'

type OpenMenuProps = { trigger: ReactNode; label?: string | undefined; align?: 'start' | 'end'; children: ReactNode }

/**
 * The menu is open when mounted. It is not modal, because a modal menu inserts a style element, which the page's policy
 * forbids.
 */
export function OpenMenu({ trigger, label, align = 'end', children }: OpenMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger ref={button} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={() => focusAfterDialog(button.current)}
          className="z-30 grid max-h-[22rem] min-w-52 max-w-[20rem] relative overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-sm shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** A dialog that an item has opened makes the rest of the page inert, so the button is focused when the dialog closes. */
function focusAfterDialog(button: HTMLButtonElement | null): void {
  const dialog = document.querySelector('dialog[open]')
  if (!dialog?.contains(button)) dialog?.addEventListener('close', () => button?.focus(), { once: true })
}

type ItemProps = { onSelect(): void; isDangerous?: boolean; disabled?: boolean; children: ReactNode }

export function MenuItem({ onSelect, isDangerous = false, disabled = false, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={`flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-hover ${isDangerous ? 'text-danger' : ''}`}
    >
      {children}
    </DropdownMenu.Item>
  )
}

type CheckboxProps = { isChecked: boolean; onChange(): void; children: ReactNode }

/** The menu stays open, because people change several columns. */
export function MenuCheckbox({ isChecked, onChange, children }: CheckboxProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-hover"
    >
      <span className="grid size-4 place-items-center">
        <DropdownMenu.ItemIndicator>
          <Icon name="check" className="size-4" />
        </DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-xs text-quiet">{children}</DropdownMenu.Label>
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" />
}
