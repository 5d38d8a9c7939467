import { useEffect, useEffectEvent } from 'react'
import type { Verdict } from '../../../api/reviews/reviews.ts'
import { isForSomethingElse, useShortcutsSetting } from '../../../shell/navigation/shortcuts.ts'
import { undoLatest } from '../../../state/pending-decisions.ts'
import { focusReply } from './focus-reply.ts'
import type { Inbox } from './inbox.ts'

export const shortcuts = [
  ['J', 'Next review (or ↓)'],
  ['K', 'Previous review (or ↑)'],
  ['Enter', 'Read the open review: arrow keys scroll, Escape closes'],
  ['A', 'Approve what is selected, or the open review'],
  ['R', 'Reject (pick a reason, or press Enter for none)'],
  ['S', 'Mark it as spam'],
  ['E', 'Write a reply'],
  ['X', 'Select or deselect'],
  ['Z', 'Undo the last decision'],
  ['/', 'Search'],
  ['?', 'Show this list'],
] as const

const steps: Record<string, 1 | -1> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }
const verdicts: Record<string, Verdict> = { a: 'approved', r: 'rejected', s: 'spam' }

/**
 * Single keys act only outside fields and dialogs. A person can turn them off, because speech input triggers them
 * too.
 */
export function useShortcuts(inbox: Inbox, showHelp: () => void): void {
  const isOn = useShortcutsSetting().isOn
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = isOn || event.key === '?' ? chooseAction(event.key.toLowerCase(), inbox, showHelp) : undefined
    if (event.key === 'Escape') leaveReading(inbox.openId)
    if (!act || isForSomethingElse(event) || isForFocused(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const findReading = () => document.getElementById('reading')

/** Enter presses the focused button or link. Arrow keys scroll a review that is being read. */
function isForFocused({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === 'Enter') return Boolean(target.closest('a, button, summary, input, [role="button"]'))
  return key.startsWith('Arrow') && (findReading()?.contains(target) || Boolean(target.closest('input')))
}

function enterReading(inbox: Inbox): (() => void) | undefined {
  if (inbox.openId) return () => findReading()?.focus({ preventScroll: true })
  const first = inbox.neighbour(1)
  return first ? () => void inbox.open(first) : undefined
}

function leaveReading(openId: string | undefined): void {
  if (openId && document.activeElement === findReading())
    document.querySelector<HTMLElement>(`[data-review="${openId}"] a`)?.focus({ preventScroll: true })
}

function chooseAction(key: string, inbox: Inbox, showHelp: () => void): (() => void) | undefined {
  if (key === '?') return showHelp
  const step = steps[key]
  if (step) {
    const next = inbox.neighbour(step)
    return next ? () => void inbox.open(next, inbox.chosenId !== undefined) : undefined
  }
  if (key === 'enter') return enterReading(inbox)
  if (!inbox.mayWrite) return undefined
  if (key === 'z') return undoLatest
  const verdict = verdicts[key]
  // A selection takes precedence over the open review, as it does for the buttons.
  if (verdict && inbox.selection.rows.length > 0) return () => inbox.decideSelected(verdict)
  const review = inbox.opened
  if (!review) return undefined
  if (verdict) return () => inbox.decideOne(review, verdict)
  if (key === 'x') return () => inbox.selection.toggle(review.id)
  if (key === 'e') return focusReply
  return undefined
}
