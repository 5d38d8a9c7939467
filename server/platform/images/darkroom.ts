// Lets only so many photos be worked on at once, whoever brings them: each may need a few hundred megabytes for a moment. A
// visitor's photo goes before the service's own work, and is refused when too many wait already.
import { AppError } from '../errors.ts'
import { develop, developLogo, developVariants, type Photo } from './develop.ts'
import type { Variant } from './keys.ts'

export type Images = {
  /** For somebody who waits for the answer: throws 503 when too many do. Throws `NotAPhoto`. */
  develop(original: Buffer): Promise<Photo>
  /** The same, of a picture that was developed already: the PNG that stands in mails. */
  developLogo(file: Buffer): Promise<Buffer>
  /** For a job: waits as long as it takes. */
  developLater(original: Buffer): Promise<Photo>
  developVariants(file: Buffer, wanted: readonly Variant[]): Promise<Photo['variants']>
}

export type Room = { atOnce: number; jobsAtOnce: number; mostWaiting: number }

export function createImages(room: Room = { atOnce: 2, jobsAtOnce: 1, mostWaiting: 12 }): Images {
  const turns = createTurns(room)
  return {
    develop: (original) => turns.take('visitor', () => develop(original)),
    developLogo: (file) => turns.take('visitor', () => developLogo(file)),
    developLater: (original) => turns.take('job', () => develop(original)),
    developVariants: (file, wanted) => turns.take('job', () => developVariants(file, wanted)),
  }
}

type Who = 'visitor' | 'job'

export function createTurns({ atOnce, jobsAtOnce, mostWaiting }: Room) {
  const waiting: Record<Who, (() => void)[]> = { visitor: [], job: [] }
  const running: Record<Who, number> = { visitor: 0, job: 0 }
  const isFree = (who: Who) => running.visitor + running.job < atOnce && (who === 'visitor' || running.job < jobsAtOnce)

  function callNext(): void {
    const who = waiting.visitor.length > 0 ? 'visitor' : 'job'
    if (!isFree(who)) return
    const called = waiting[who].shift()
    if (!called) return
    // Taken by whoever calls, so that nobody slips in before the one who was called.
    running[who]++
    called()
  }

  return {
    async take<T>(who: Who, work: () => Promise<T>): Promise<T> {
      if (!isFree(who)) {
        if (who === 'visitor' && waiting.visitor.length >= mostWaiting) throw tooBusy()
        await new Promise<void>((called) => waiting[who].push(called))
      } else running[who]++
      try {
        return await work()
      } finally {
        running[who]--
        callNext()
      }
    },
  }
}

const tooBusy = () =>
  new AppError(503, 'temporarily_unavailable', 'Many photos are being received at this moment. Try again shortly.', {
    headers: { 'retry-after': '2' },
  })
