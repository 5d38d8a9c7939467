import { useEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type Props = {
  isChanged: boolean
  isBusy: boolean
  error?: string | undefined
  onDiscard(): void
  label?: string
  /** Set for forms whose draft the browser stores. `undo` reverts one step. */
  kept?: { isKept: boolean; wasKept: boolean; undo: (() => void) | undefined }
}

/** Asks before the person leaves the page, unless the browser stores a draft. To save, the bar submits its form. */
export function SaveBar({ isChanged, isBusy, error, onDiscard, label = 'Save', kept }: Props) {
  const bar = useRef<HTMLElement>(null)
  const isShown = isChanged || isBusy
  useEffect(() => {
    // The bar appears with the first change and may cover the focused field, so the field is scrolled into view.
    if (isShown) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  useEffect(() => {
    // The invalid field may be out of view, so it gets the focus.
    if (error) bar.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  if (!isShown) return null
  return (
    <section
      ref={bar}
      aria-label="Changes"
      data-save-bar
      className="sticky bottom-4 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface p-3 pl-5 shadow-float"
    >
      <p role={error ? 'alert' : undefined} className={`min-w-0 text-sm ${error ? 'text-danger' : 'text-quiet'}`}>
        {error ?? (kept?.wasKept ? 'You have unsaved changes from an earlier visit.' : 'Not saved yet.')}
      </p>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {kept?.undo && (
          <Button look="quiet" icon="rotate" disabled={isBusy} onClick={kept.undo}>
            Undo
          </Button>
        )}
        <Button look="quiet" disabled={isBusy} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {label}
        </Button>
      </div>
      <UnsavedGuard isChanged={isChanged && !isBusy && !kept?.isKept} />
    </section>
  )
}
