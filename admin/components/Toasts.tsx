import { useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import { currentToasts, dismiss, subscribe, type Toast } from './toasts.ts'

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, currentToasts)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 above-foot z-40 grid justify-items-center gap-2 p-4"
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
      className={`pointer-events-auto flex max-w-full items-center gap-1 rounded-xl py-1.5 pr-1.5 pl-4 text-sm shadow-float ${tone === 'danger' ? 'bg-danger text-on-danger' : 'bg-text text-canvas'}`}
    >
      <span className="min-w-0 py-1 break-words">{text}</span>
      {action && (
        <button
          type="button"
          className="ml-2 h-8 rounded-lg px-2.5 font-semibold underline underline-offset-4 focus-visible:outline-current"
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
