import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Icon } from '../components/Icon.tsx'

/**
 * Loaded on demand, never with the first page. The shell receives the palette as a prop, because the palette imports all
 * pages.
 */
export type Palette = ComponentType<{ storeId: string; onClose(): void }>

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function PaletteButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line-strong bg-surface px-2.5 text-sm text-quiet hover:text-text"
    >
      <Icon name="search" className="size-[1.125rem]" />
      <span className="flex-1 text-left">Search</span>
      <span aria-hidden="true" className="text-xs">
        {isMac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}

/** Searches everything. Ctrl K or ⌘ K opens the palette anywhere, also in fields, but not over a dialog. */
export function usePalette(Palette: Palette, storeId: string | undefined): { open(): void; shown: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setIsOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return {
    open: () => setIsOpen(true),
    shown: isOpen && storeId !== undefined && (
      <Suspense>
        <Palette storeId={storeId} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
