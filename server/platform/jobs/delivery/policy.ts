export type Policy<Result> = {
  /**
   * The effect of a claim, and so the meaning of an attempt whose process died before recording. `reads`: no effect; the
   * receiver's lease excludes others, and the attempt is repeated. `marks`: the item is marked before its attempt, and the
   * code that later finds the mark (`sweep`, or `take` itself) decides whether to retry.
   */
  taking: 'reads' | 'marks'
  /** Parallel attempts: `first`, one more after each success, and half as many after each failure. */
  concurrency: Concurrency
  /** The size of the next claim; see the three functions below. */
  room(load: Load): number
  /** Records after so many results, after a result has waited this long, or when nothing is running. */
  record: { atOnce: number; withinMs: number }
  /** Claims nothing more after this time, so that other receivers get their turn, or a job ends. */
  sliceMs?: number
  perSecond?: number
  /** Aborts abortable attempts once the receiver needs a pause. */
  callsOff?: boolean
  /** Names in metrics. */
  metrics: { total: string; seconds: string; outcomeOf(result: Result): string }
}

export type Concurrency = { min: number; first: number; max: number }
export type Load = { queued: number; underWay: number; width: number; isDry: boolean }

export const adaptedWidth = (width: number, succeeded: boolean, { min, max }: Concurrency): number =>
  succeeded ? Math.min(max, width + 1) : Math.max(min, width >> 1)

export const fixed = (width: number): Concurrency => ({ min: width, first: width, max: width })

/** Claims only as many as can start immediately, because a killed process leaves exactly these in doubt. */
export const onlyWhatBegins = ({ queued, underWay, width }: Load): number => Math.max(0, width - queued - underWay)

/** A fast receiver never waits for the database, and a silent one uses little memory. */
export const readAhead =
  (perWidth: number) =>
  ({ queued, width, isDry }: Load): number =>
    isDry || queued > (width * perWidth) / 2 ? 0 : width * perWidth

export const inRounds =
  (size: number) =>
  ({ queued, underWay, isDry }: Load): number =>
    isDry || queued + underWay > 0 ? 0 : size
