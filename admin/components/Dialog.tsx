import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'

type DialogProps = {
  title: string
  onClose(): void
  children: ReactNode
  size?: 'normal' | 'wide'
}

/**
 * The browser's own modal: it keeps the focus, hides the rest from screen readers and closes on Escape without a style
 * sheet made by a script, which the page's policy forbids. Rendered only while it is open.
 */
export function Dialog({ title, onClose, children, size = 'normal' }: DialogProps) {
  const modal = useModal(onClose)
  const titleId = useId()
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={`m-auto w-full overflow-visible bg-transparent p-3 text-start text-text ${size === 'wide' ? 'max-w-2xl' : 'max-w-lg'}`}
    >
      <div className="flex max-h-[calc(100dvh-3rem)] flex-col overflow-hidden rounded-2xl bg-surface shadow-float">
        <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-2 sm:px-6 sm:pt-6">
          <h2 id={titleId} className="text-lg font-semibold tracking-tight text-balance">
            {title}
          </h2>
          <IconButton icon="cross" label="Close" onClick={onClose} className="-mt-1.5 -mr-2" />
        </div>
        {/* The scroll bar ends above the rounded corners. */}
        <div className="relative mb-4 grid min-h-0 gap-4 overflow-y-auto px-5 pt-2 pb-1 sm:mb-5 sm:px-6">
          {children}
        </div>
      </div>
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-1">{children}</div>
}

/**
 * Opens as soon as it is there, gives the focus back to where it was when it goes, and closes by a click beside it: not by
 * one that only ends there, as when words are selected, and not once something is written in it.
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const press = useRef<EventTarget>(null)
  const isWritten = useRef(false)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement as HTMLElement | null
    if (element && !element.open) {
      element.showModal()
      // The field asked for the focus before it was shown. On a touch screen the keyboard would hide what is asked.
      if (matchMedia('(pointer: fine)').matches)
        element.querySelector<HTMLElement>('form :is(input, textarea, select)')?.focus()
    }
    return () => {
      element?.close()
      // Taken out of the page, it gives nothing back by itself. What was acted on is often gone with the act: from the
      // content one goes on, from nowhere one begins anew.
      const place = opener?.isConnected ? opener : document.getElementById('main')
      place?.focus()
    }
  }, [])
  return {
    ref: dialog,
    // A development build mounts everything twice; the first closing is then heard when it is open again.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => event.currentTarget.open || onClose(),
    // Escape asks as the close button does; the component that rendered the dialog removes it. A file field's own cancel bubbles too.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    onPointerDown: (event: SyntheticEvent<HTMLDialogElement>) => {
      press.current = event.target
    },
    onInput: () => {
      isWritten.current = true
    },
    // Only the backdrop is the dialog itself; everything in it is inside a child.
    onClick: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) =>
      target === currentTarget && press.current === currentTarget && !isWritten.current && onClose(),
  }
}
