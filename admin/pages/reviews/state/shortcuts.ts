import { useEffect, useEffectEvent } from 'react'
import type { Verdict } from '../../../api/reviews/reviews.ts'
import { isForSomethingElse, useShortcutsSetting } from '../../../shell/navigation/shortcuts.ts'
import { undoLatest } from '../../../state/pending-decisions.ts'
import type { Inbox } from './inbox.ts'

export const shortcuts = [
  ['J', 'Next review'],
  ['K', 'Previous review'],
  ['A', 'Approve what is selected, or the open review'],
  ['R', 'Reject it: a letter says why, Enter goes on without'],
  ['S', 'Mark it as spam'],
  ['E', 'Write a reply'],
  ['X', 'Select or deselect'],
  ['Z', 'Undo the last decision'],
  ['/', 'Search'],
  ['?', 'Show this list'],
] as const

const verdicts: Record<string, Verdict> = { a: 'approved', r: 'rejected', s: 'spam' }

/** Single keys act only outside fields and dialogs. They can be turned off, because speech input triggers them too. */
export function useShortcuts(inbox: Inbox, showHelp: () => void): void {
  const isOn = useShortcutsSetting().isOn
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = isOn || event.key === '?' ? chooseAction(event.key.toLowerCase(), inbox, showHelp) : undefined
    if (!act || isForSomethingElse(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function chooseAction(key: string, inbox: Inbox, showHelp: () => void): (() => void) | undefined {
  if (key === '?') return showHelp
  if (key === 'j' || key === 'k') {
    const next = inbox.neighbour(key === 'j' ? 1 : -1)
    return next ? () => void inbox.open(next, inbox.openId !== undefined) : undefined
  }
  if (!inbox.mayWrite) return undefined
  if (key === 'z') return undoLatest
  const verdict = verdicts[key]
  // A selection takes precedence over the open review, as it does for the buttons.
  if (verdict && inbox.selection.rows.length > 0) return () => inbox.decideSelected(verdict)
  const review = inbox.rows.find((each) => each.id === inbox.openId)
  if (!review) return undefined
  if (verdict) return () => inbox.decideOne(review, verdict)
  if (key === 'x') return () => inbox.selection.toggle(review.id)
  if (key === 'e') return () => document.getElementById('reply')?.focus()
  return undefined
}
