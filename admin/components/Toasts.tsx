import { useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import { currentToasts, dismiss, subscribe, type Toast } from './toasts.ts'

/**
 * Toasts cover the foot of the navigation (on narrow screens the top bar), so they never cover new text. A page with
 * `data-toasts="top"` shows them in its first line, beside the text that the person reads.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, currentToasts)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed left-0 z-40 grid w-full justify-items-center gap-2 p-2 max-lg:top-0 lg:bottom-16 lg:w-[15.5rem] lg:in-[:has([data-toasts=top])]:top-2 lg:in-[:has([data-toasts=top])]:right-36 lg:in-[:has([data-toasts=top])]:bottom-auto lg:in-[:has([data-toasts=top])]:left-auto lg:in-[:has([data-toasts=top])]:w-[22rem] lg:in-[:has([data-toasts=top])]:justify-items-end"
    >
      {toasts.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, text, tone, action } }: { toast: Toast }) {
  return (
    <div
      className={`pointer-events-auto flex max-w-full items-center gap-1 rounded-xl py-1 pr-1 pl-4 text-sm shadow-float lg:w-full ${tone === 'danger' ? 'bg-danger text-on-danger' : 'bg-text text-canvas'}`}
    >
      <span className="min-w-0 py-1 break-words lg:flex-1">{text}</span>
      {action && (
        <button
          type="button"
          className="h-8 rounded-lg px-2 font-semibold underline underline-offset-4 focus-visible:outline-current"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-8 shrink-0 place-items-center rounded-lg opacity-80 hover:opacity-100 focus-visible:outline-current"
        onClick={() => dismiss(id)}
      >
        <Icon name="cross" className="size-4" />
      </button>
    </div>
  )
}
