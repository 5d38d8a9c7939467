// Parsing a large body takes hundreds of milliseconds and many times its size in memory, so few are parsed in parallel.

import { type Patience, type Requester, Turns } from '../process/turns.ts'
import { allPlacesTaken, shareTaken } from '../values/errors.ts'

/** Parsing a body up to this size takes one or two milliseconds. */
export const largeBytes = 256 * 1024

const patience: Patience = {
  maxWaiting: 4,
  ms: 5_000,
  refuse: (isOwnShare) => (isOwnShare ? shareTaken() : allPlacesTaken()),
}

export function createLargeBodies() {
  const turns = new Turns({ atOnce: 3, ofOrganization: 1 })
  return <T>(who: Requester, work: () => Promise<T>): Promise<T> => turns.run(who, work, patience)
}
