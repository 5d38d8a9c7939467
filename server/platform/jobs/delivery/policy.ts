// What differs between the kinds of things that are delivered. Pure.

export type Policy<Result> = {
  /**
   * What taking does, and so what an attempt means that its process did not live to record. `reads`: nothing; a lease of the
   * receiver keeps others away, and the attempt is made again. `marks`: the item is marked before its attempt, and what
   * finds the mark later (`sweep`, or `take` itself) decides whether it may be attempted again.
   */
  taking: 'reads' | 'marks'
  /** How many are attempted at once: `first`, then one more for each success, and half as many for each failure. */
  concurrency: Concurrency
  /** How many are taken next; see the three below. */
  room(load: Load): number
  /** Results are recorded when so many have come, or when one has waited for so long, or when nothing is under way. */
  record: { atOnce: number; withinMs: number }
  /** After this time nothing more is taken, so that other receivers have their turn, or a job its end. */
  sliceMs?: number
  /** Attempts a second. */
  perSecond?: number
  /** Once the receiver needs a pause, what is under way and can still be called off is. */
  callsOff?: boolean
  /** Names that operators know. */
  metrics: { total: string; seconds: string; outcomeOf(result: Result): string }
}

export type Concurrency = { min: number; first: number; max: number }
export type Load = { queued: number; underWay: number; width: number; isDry: boolean }

export const adaptedWidth = (width: number, succeeded: boolean, { min, max }: Concurrency): number =>
  succeeded ? Math.min(max, width + 1) : Math.max(min, width >> 1)

export const fixed = (width: number): Concurrency => ({ min: width, first: width, max: width })

/** Takes what can be attempted at once and no more: so much is in doubt when the process is killed. */
export const onlyWhatBegins = ({ queued, underWay, width }: Load): number => Math.max(0, width - queued - underWay)

/**
 * Reads ahead, for each that may be under way so many: a receiver that answers fast never waits for the database, and one that
 * does not answer holds little in memory.
 */
export const readAhead =
  (perWidth: number) =>
  ({ queued, width, isDry }: Load): number =>
    isDry || queued > (width * perWidth) / 2 ? 0 : width * perWidth

/** Takes the next few when those before have all been recorded. */
export const inRounds =
  (size: number) =>
  ({ queued, underWay, isDry }: Load): number =>
    isDry || queued + underWay > 0 ? 0 : size
