import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'

type DialogProps = {
  title: string
  onClose(): void
  children: ReactNode
  size?: 'normal' | 'wide'
}

/** The native modal dialog works without a style sheet made by script, which the page's policy forbids. */
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
        {/* Bottom margin, so the scroll bar ends above the rounded corners. */}
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
 * A click on the backdrop closes the dialog, unless the press began inside (a text selection) or the person typed
 * something.
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
      // The field cannot be focused before the dialog is visible. Touch screens skip this, because the keyboard would cover
      // the dialog.
      if (matchMedia('(pointer: fine)').matches)
        element.querySelector<HTMLElement>('form :is(input, textarea, select)')?.focus()
    }
    return () => {
      element?.close()
      // If the element that opened the dialog no longer exists, the focus goes to the main content instead of the page's
      // start.
      const place = opener?.isConnected ? opener : document.getElementById('main')
      place?.focus()
    }
  }, [])
  return {
    ref: dialog,
    // Development builds mount twice. The close event of the first mount arrives when the dialog is open again, and
    // is ignored.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => event.currentTarget.open || onClose(),
    // Escape calls `onClose` like the close button, and the parent unmounts the dialog. A file field's `cancel` event
    // bubbles here too.
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
    // Only a click on the backdrop has the dialog itself as target.
    onClick: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) =>
      target === currentTarget && press.current === currentTarget && !isWritten.current && onClose(),
  }
}
