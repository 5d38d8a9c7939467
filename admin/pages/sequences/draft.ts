import type { Sequence, SequenceBody, SequenceStep } from '../../api/mail/sequences.ts'
import { shownLocale } from '../../components/locale.ts'

/** The key does not change when the step moves. */
export type DraftStep = SequenceStep & { key: number }

export type Draft = Pick<Sequence, 'name' | 'trigger' | 'exitOn' | 'goal' | 'consent'> & { steps: DraftStep[] }

// New keys are greater than the keys of stored drafts.
let keys = Date.now()
export const keyed = (step: SequenceStep): DraftStep => ({ ...step, key: ++keys })

export const toDraft = ({ name, trigger, exitOn, goal, consent, steps }: Sequence): Draft => ({
  ...{ name, trigger, exitOn, goal, consent },
  steps: steps.map(keyed),
})

export const newStep = (type: SequenceStep['type']): DraftStep => {
  if (type === 'wait') return keyed({ type, days: 3, hours: 0, minutes: 0 })
  if (type === 'mail') return keyed({ type, subject: '', heading: null, body: '', button: null })
  return keyed({ type, fact: 'has_reviewed', value: false, otherwise: 'exit' })
}

const withoutKey = ({ key: _, ...step }: DraftStep): SequenceStep => step

export const toBody = ({ name, trigger, exitOn, goal, consent, steps }: Draft): SequenceBody => ({
  ...{ name, trigger, exitOn, goal, consent },
  steps: steps.map(withoutKey),
})

export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const next = [...all]
  const [taken] = next.splice(from, 1)
  if (taken !== undefined) next.splice(to, 0, taken)
  return next
}

/** For use inside a sentence: 3 days, 2 hours. */
export function formatLength({ days = 0, hours = 0, minutes = 0 }: SequenceStep): string {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count.toLocaleString(shownLocale)} ${count === 1 ? one : many}`]
  const parts = [counted(days, 'day', 'days'), counted(hours, 'hour', 'hours'), counted(minutes, 'minute', 'minutes')]
  return parts.flat().join(', ') || 'no time'
}
