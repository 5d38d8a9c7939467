// Limits how many photos are processed at once: each may need a few hundred megabytes for a moment. A visitor's photo goes
// before the service's own work, and is refused when too many wait already.
import { AppError } from '../errors.ts'
import type { Variant } from './keys.ts'
import { makeLogo, makeVariants, type Photo, processPhoto } from './processing.ts'

export type Images = {
  /** For a request that waits for the result: throws 503 when too many do. Throws `NotAPhoto`. */
  processPhoto(original: Buffer): Promise<Photo>
  /** The same, of a picture that was processed already: the PNG that stands in mails. */
  makeLogo(file: Buffer): Promise<Buffer>
  /** For a job: waits as long as it takes. */
  processPhotoLater(original: Buffer): Promise<Photo>
  makeVariants(file: Buffer, wanted: readonly Variant[]): Promise<Photo['variants']>
}

export type Capacity = { atOnce: number; jobsAtOnce: number; maxWaiting: number }

export function createImages(capacity: Capacity = { atOnce: 2, jobsAtOnce: 1, maxWaiting: 12 }): Images {
  const limit = createConcurrencyLimit(capacity)
  return {
    processPhoto: (original) => limit.take('visitor', () => processPhoto(original)),
    makeLogo: (file) => limit.take('visitor', () => makeLogo(file)),
    processPhotoLater: (original) => limit.take('job', () => processPhoto(original)),
    makeVariants: (file, wanted) => limit.take('job', () => makeVariants(file, wanted)),
  }
}

/** Of its own: it knows two sorts of requester and refuses one of them, which `limitConcurrency` does not. */
type Requester = 'visitor' | 'job'

export function createConcurrencyLimit({ atOnce, jobsAtOnce, maxWaiting }: Capacity) {
  const waiting: Record<Requester, (() => void)[]> = { visitor: [], job: [] }
  const running: Record<Requester, number> = { visitor: 0, job: 0 }
  const isFree = (who: Requester) =>
    running.visitor + running.job < atOnce && (who === 'visitor' || running.job < jobsAtOnce)

  function startNext(): void {
    const who = waiting.visitor.length > 0 ? 'visitor' : 'job'
    if (!isFree(who)) return
    const start = waiting[who].shift()
    if (!start) return
    // Counted here and not by the one who waited, so that no later arrival starts in between.
    running[who]++
    start()
  }

  return {
    async take<T>(who: Requester, work: () => Promise<T>): Promise<T> {
      if (!isFree(who)) {
        if (who === 'visitor' && waiting.visitor.length >= maxWaiting) throw tooBusy()
        await new Promise<void>((start) => waiting[who].push(start))
      } else running[who]++
      try {
        return await work()
      } finally {
        running[who]--
        startNext()
      }
    },
  }
}

const tooBusy = () =>
  new AppError(503, 'temporarily_unavailable', 'Many photos are being received at this moment. Try again shortly.', {
    headers: { 'retry-after': '2' },
  })
