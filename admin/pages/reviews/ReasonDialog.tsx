import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WithholdingReason } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { useShortcutsSetting } from '../../shell/navigation/shortcuts.ts'
import { reasonChoices, reasonNames } from '../../texts/moderation-reasons.ts'
import { useInbox } from './state/inbox.ts'

export function ReasonDialog() {
  const { rejecting, reject, cancelRejecting } = useInbox()
  if (!rejecting) return null
  const count = rejecting.length
  return (
    <Dialog title={count === 1 ? 'Why is it rejected?' : `Why are these ${count} rejected?`} onClose={cancelRejecting}>
      <Reasons onChoose={reject} />
    </Dialog>
  )
}

function Reasons({ onChoose }: { onChoose(reason?: WithholdingReason): void }) {
  const withKeys = useShortcutsSetting().isOn
  // Only the first choice counts, because Enter activates the focused button repeatedly while it is pressed.
  const [isDone, setIsDone] = useState(false)
  const choose = (reason?: WithholdingReason) => {
    if (isDone) return
    setIsDone(true)
    onChoose(reason)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!withKeys || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const chosen = reasonChoices.find(({ key }) => key === event.key.toUpperCase())
    if (!chosen) return
    event.preventDefault()
    choose(chosen.reason)
  })
  const without = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    queueMicrotask(() => without.current?.focus())
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="grid gap-4">
      <ul className="grid gap-1 sm:grid-cols-2">
        {reasonChoices.map(({ reason, key, meaning }) => (
          <li key={reason}>
            <button
              type="button"
              aria-keyshortcuts={key}
              onClick={() => choose(reason)}
              className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left text-sm hover:bg-hover"
            >
              <span className="grid min-w-0 flex-1">
                <span className="font-medium">{reasonNames[reason]}</span>
                <span className="text-quiet">{meaning}</span>
              </span>
              <kbd className="rounded border border-line bg-surface px-1.5 font-mono text-xs text-text max-lg:hidden">
                {key}
              </kbd>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-quiet">
        The author gets an email with the reason and a way to object. Moderation counts rejections by reason.
      </p>
      <DialogActions>
        <Button ref={without} onClick={() => choose()}>
          Reject without a reason
        </Button>
      </DialogActions>
    </div>
  )
}
