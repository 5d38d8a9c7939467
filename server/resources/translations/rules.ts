import { type Engine, EngineError, type Pair } from '#integrations/translation/engine.ts'
import type { ReviewChange } from '#resources/reviews/changes/events.ts'
import { beforeOf } from '#resources/reviews/changes/rules.ts'

/** Time that the translation of one review, with title and text, may take. */
export const mostMs = 5_000
/** Limits the length of a translation, because an engine that repeats itself would write without end. */
const mostGrowth = 3

export type Words = { title: string | null; body: string }
export type Outcome = Words | EngineError

/** Counts code points, because most emoji have two UTF-16 units. */
const lengthOf = (text: string): number => [...text].length

/** The reason why a translation is unusable. Undefined if it is usable. */
export function findFault(original: string, translated: string): string | undefined {
  if (translated.trim() === '') return 'The engine sent an empty text.'
  if (lengthOf(translated) > mostGrowth * lengthOf(original))
    return `The translation is more than ${mostGrowth} times as long as the text.`
}

export async function translateWords(
  engine: Engine,
  words: Words,
  pair: Pair,
  stopping?: AbortSignal,
): Promise<Outcome> {
  const signals = [AbortSignal.timeout(mostMs), ...(stopping ? [stopping] : [])]
  const signal = AbortSignal.any(signals)
  const translate = async (text: string) => {
    const translated = (await engine.translate(text, pair, signal)).toWellFormed().replaceAll('\0', '')
    const fault = findFault(text, translated)
    if (fault !== undefined) throw new EngineError(fault, true)
    return translated
  }
  try {
    return { title: words.title === null ? null : await translate(words.title), body: await translate(words.body) }
  } catch (error) {
    if (error instanceof EngineError) return error
    throw error
  }
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/**
 * Delays after the first failures of an engine that does not answer. After later failures, or failures of another kind,
 * the delay is a day.
 */
const waits = [1, 10, 60, 360].map((minutes) => minutes * minuteMs)

export function decideRetry(error: EngineError, attempts: number, now: Date): Date {
  const wait = error.isLasting ? dayMs : (waits[attempts - 1] ?? dayMs)
  return new Date(now.getTime() + wait)
}

/** Reviews whose translations are out of date, and approved reviews that need translations. */
export function sortOut(changes: readonly ReviewChange[]): { stale: string[]; wanted: string[] } {
  const stale: string[] = []
  const wanted: string[] = []
  for (const change of changes) {
    const { after } = change
    // The translations of a deleted review are deleted with its row.
    if (after === null) continue
    const before = beforeOf(change)
    const isNew = change.before === null
    const isSame = before !== null && before.title === after.title && before.body === after.body
    const isShown = after.status === 'approved'
    const wasShown = before === null ? !isNew : before.status === 'approved'
    if (wasShown && !(isShown && isSame)) stale.push(after.id)
    if (isShown && !(wasShown && isSame)) wanted.push(after.id)
  }
  return { stale, wanted }
}
