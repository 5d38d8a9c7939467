// Each process runs at most two searches per organization, so that heavy searches leave connections to other organizations.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, isEnded } from '../../values/errors.ts'

/** Limit for each statement. A normal search page takes a few dozen milliseconds. */
export const searchMs = 2_000
const maxAtOnce = 2
const maxWaiting = 4
const patienceMs = 1_000

/** A queue per organization. Unlike `limitConcurrency`, it refuses a long wait. */
type Turns = { running: number; waiting: (() => void)[] }

export function createSearches() {
  const organizations = new Map<string, Turns>()

  return async function search<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const turns = organizations.get(organizationId) ?? { running: 0, waiting: [] }
    organizations.set(organizationId, turns)
    if (turns.running < maxAtOnce) turns.running++
    else await waitForTurn(turns)
    try {
      return await work()
    } catch (error) {
      throw isEnded(error) ? tooBroad() : error
    } finally {
      // The slot passes directly to the next waiting search, so that no later search gets it first.
      const next = turns.waiting.shift()
      if (next) next()
      else if (--turns.running === 0) organizations.delete(organizationId)
    }
  }
}

async function waitForTurn({ waiting }: Turns): Promise<void> {
  if (waiting.length >= maxWaiting) throw tooMany()
  const { promise, resolve } = Promise.withResolvers<true>()
  const called = () => resolve(true)
  waiting.push(called)
  const patience = new AbortController()
  const late = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false)
  const isCalled = await Promise.race([promise, late])
  patience.abort()
  if (isCalled) return
  const index = waiting.indexOf(called)
  // The search got its slot at the moment of the timeout.
  if (index === -1) return
  waiting.splice(index, 1)
  throw tooMany()
}

const tooMany = () =>
  new AppError(
    429,
    'rate_limited',
    'Several searches of this organization are running. Try again when they have finished.',
    {
      headers: { 'retry-after': '1' },
    },
  )

const tooBroad = () =>
  new AppError(
    422,
    'search_too_broad',
    'The search took too long. Use more letters, add a filter, or sort by another field.',
  )
