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
      className={`m-auto w-full overflow-visible bg-transparent p-3 text-text ${size === 'wide' ? 'max-w-2xl' : 'max-w-lg'}`}
    >
      <div className="grid max-h-[calc(100dvh-3rem)] gap-4 overflow-y-auto rounded-2xl bg-surface p-5 shadow-float sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-lg font-semibold tracking-tight text-balance">
            {title}
          </h2>
          <IconButton icon="cross" label="Close" onClick={onClose} className="-mt-1.5 -mr-2" />
        </div>
        {children}
      </div>
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-1">{children}</div>
}

/** Opens as soon as it is there, gives the focus back to where it was when it goes, and closes by a click beside it. */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) {
      element.showModal()
      // The field asked for the focus before it was shown. On a touch screen the keyboard would hide what is asked.
      if (matchMedia('(pointer: fine)').matches)
        element.querySelector<HTMLElement>('form :is(input, textarea, select)')?.focus()
    }
    return () => element?.close()
  }, [])
  return {
    ref: dialog,
    // A development build mounts everything twice; the first closing is then heard when it is open again.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => event.currentTarget.open || onClose(),
    // Only the backdrop is the dialog itself; everything in it is inside a child.
    onClick: (event: SyntheticEvent<HTMLDialogElement>) => event.target === event.currentTarget && onClose(),
  }
}
