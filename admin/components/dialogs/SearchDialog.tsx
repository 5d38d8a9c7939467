import type { ReactNode } from 'react'
import { IconButton } from '../Button.tsx'
import { useModal } from '../Dialog.tsx'

export function SearchDialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      // Search text is not unsaved work, so a click on the backdrop may close the dialog.
      onInput={undefined}
      aria-label={title}
      className="mx-auto mt-[10dvh] mb-auto w-full max-w-xl bg-transparent p-3 text-start text-text max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:max-w-none max-sm:p-0"
    >
      <div className="relative flex max-h-[75dvh] flex-col overflow-hidden rounded-2xl bg-surface shadow-float max-sm:h-full max-sm:max-h-none max-sm:rounded-none">
        {children}
        <IconButton icon="cross" label="Close" onClick={onClose} className="absolute top-1.5 right-2 z-10" />
      </div>
    </dialog>
  )
}
