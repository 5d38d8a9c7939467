// Each photo may briefly need a few hundred megabytes. A visitor's photo is processed before background work, and is
// refused when too many photos wait.

import { type Patience, type Requester, Turns } from '../../process/turns.ts'
import { AppError } from '../../values/errors.ts'
import type { Variant } from './keys.ts'
import { makeLogo, makeVariants, type Photo, processPhoto } from './processing.ts'

export type Images = {
  /** Throws `NotAPhoto`, 429 when too many photos of the organization wait, or 503 when too many wait in total. */
  processPhoto(original: Buffer, of: Requester): Promise<Photo>
  makeLogo(file: Buffer, of: Requester): Promise<Buffer>
  /** For jobs. Waits without a timeout until the photo's processing may start. */
  processPhotoLater(original: Buffer): Promise<Photo>
  makeVariants(file: Buffer, wanted: readonly Variant[]): Promise<Photo['variants']>
}

export type Capacity = { atOnce: number; jobsAtOnce: number; maxWaiting: number }

export function createImages(capacity: Capacity = { atOnce: 2, jobsAtOnce: 1, maxWaiting: 12 }): Images {
  const limit = createConcurrencyLimit(capacity)
  return {
    processPhoto: (original, of) => limit.take(of, () => processPhoto(original)),
    makeLogo: (file, of) => limit.take(of, () => makeLogo(file)),
    processPhotoLater: (original) => limit.takeLater(() => processPhoto(original)),
    makeVariants: (file, wanted) => limit.takeLater(() => makeVariants(file, wanted)),
  }
}

/**
 * The job queue already alternates between organizations. So a job's photo waits here only for photos of requests and of
 * the previous job.
 */
export function createConcurrencyLimit({ atOnce, jobsAtOnce, maxWaiting }: Capacity) {
  const turns = new Turns({ atOnce, ofOrganization: atOnce })
  const jobs = new Turns({ atOnce: jobsAtOnce, ofOrganization: jobsAtOnce })
  const patience: Patience = {
    maxWaiting: Math.ceil(maxWaiting / 3),
    maxInAll: maxWaiting,
    ms: 60_000,
    refuse: (isOwnShare) => (isOwnShare ? tooManyOfOne() : tooBusy()),
  }
  const job = { organizationId: 'jobs', isBackground: true }
  return {
    take: <T>(of: Requester, work: () => Promise<T>): Promise<T> => turns.run(of, work, patience),
    takeLater: <T>(work: () => Promise<T>): Promise<T> => jobs.run(job, () => turns.run(job, work)),
  }
}

const tooManyOfOne = () =>
  new AppError(429, 'rate_limited', 'Too many photos of this shop are being received. Try again shortly.', {
    headers: { 'retry-after': '2' },
  })

const tooBusy = () =>
  new AppError(503, 'temporarily_unavailable', 'Too many photos are being received right now. Try again shortly.', {
    headers: { 'retry-after': '2' },
  })
