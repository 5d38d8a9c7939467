export type Policy<Result> = {
  /**
   * The effect of a claim, which decides what happens to an attempt whose process died before recording. `reads`: a claim
   * changes nothing; the receiver's lease excludes other processes, and the attempt is repeated. `marks`: a claim marks the
   * item before its attempt; the code that later finds the mark (`sweep`, or `take` itself) decides whether to retry.
   */
  taking: 'reads' | 'marks'
  /**
   * Number of parallel attempts: `first` at the start, one more after each success, and half as many after each failure.
   */
  concurrency: Concurrency
  /** The size of the next claim; see the three functions below. */
  room(load: Load): number
  /**
   * Results are recorded when there are `atOnce` of them, when one has waited for `withinMs`, or when no attempt is
   * running.
   */
  record: { atOnce: number; withinMs: number }
  /** After this time the run claims nothing more, so that other receivers get their turn or a job ends. */
  sliceMs?: number
  perSecond?: number
  /** Aborts running attempts when the receiver needs a pause. The attempts must support aborting. */
  callsOff?: boolean
  metrics: { total: string; seconds: string; outcomeOf(result: Result): string }
}

export type Concurrency = { min: number; first: number; max: number }
export type Load = { queued: number; underWay: number; width: number; isDry: boolean }

export const adaptedWidth = (width: number, succeeded: boolean, { min, max }: Concurrency): number =>
  succeeded ? Math.min(max, width + 1) : Math.max(min, width >> 1)

export const fixed = (width: number): Concurrency => ({ min: width, first: width, max: width })

/** Claims only as many items as can start immediately, because a killed process leaves all claimed items in doubt. */
export const onlyWhatBegins = ({ queued, underWay, width }: Load): number => Math.max(0, width - queued - underWay)

/**
 * With read-ahead, a fast receiver never waits for the database, and a receiver that does not respond uses little memory.
 */
export const readAhead =
  (perWidth: number) =>
  ({ queued, width, isDry }: Load): number =>
    isDry || queued > (width * perWidth) / 2 ? 0 : width * perWidth

export const inRounds =
  (size: number) =>
  ({ queued, underWay, isDry }: Load): number =>
    isDry || queued + underWay > 0 ? 0 : size
