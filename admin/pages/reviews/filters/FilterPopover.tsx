import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import type { InboxSearch } from '../state/search.ts'
import { FilterFields } from './FilterFields.tsx'

type Props = {
  button: RefObject<HTMLButtonElement | null>
  count: number
  set(change: InboxSearch): void
  clear(): void
}

/** It is beside the list in wide windows, and never modal, so each choice shows its effect. */
export function FilterPopover({ button, count, set, clear }: Props) {
  const panelId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useDismissal(isOpen, [button, panel], () => setIsOpen(false))
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        size="small"
        icon="sliders"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <section
        ref={panel}
        id={panelId}
        aria-label="Filters"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[calc(100dvh-12rem)] overflow-y-auto rounded-xl border border-line bg-surface p-3 shadow-float sm:left-auto sm:w-90 lg:top-0 lg:left-full lg:mt-0 lg:ml-2 xl:w-104"
      >
        {isOpen && (
          <div className="grid gap-3">
            <FilterFields set={set} />
            <div className="flex justify-between gap-2 border-t border-line pt-3">
              <Button look="quiet" size="small" disabled={count === 0} onClick={clear}>
                Clear filters
              </Button>
              <Button size="small" onClick={close}>
                Done
              </Button>
            </div>
          </div>
        )}
      </section>
    </>
  )
}

/** Closes on Escape, and when a person presses or focuses something else. */
function useDismissal(isOpen: boolean, places: readonly RefObject<HTMLElement | null>[], close: () => void): void {
  const [button] = places
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && places.some(({ current }) => current?.contains(target))
  const onElsewhere = useEffectEvent(({ target }: Event) => {
    if (!isInside(target)) close()
  })
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    // Escape closes an open dialog first, such as the choice of a product.
    if (key !== 'Escape' || document.querySelector('dialog[open]')) return
    if (isInside(document.activeElement)) button?.current?.focus()
    close()
  })
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', onElsewhere, { signal })
    document.addEventListener('focusin', onElsewhere, { signal })
    document.addEventListener('keydown', onKey, { signal })
    return () => listening.abort()
  }, [isOpen])
}
