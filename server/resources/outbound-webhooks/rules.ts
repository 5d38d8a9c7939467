import { createHash } from 'node:crypto'
import { conflict, invalidField } from '#platform/values/errors.ts'

export const maxEndpoints = 20
export const replayDays = 30
export const maxReplayed = 100_000

const dayMs = 86_400_000

export function replayRange(asked: { since: string; until?: string }, now: Date): { since: Date; until: Date } {
  const since = new Date(asked.since)
  const until = asked.until === undefined ? now : new Date(Math.min(Date.parse(asked.until), now.getTime()))
  if (now.getTime() - since.getTime() > replayDays * dayMs)
    throw invalidField('/since', `must be at most ${replayDays} days ago`)
  if (until < since)
    throw invalidField(asked.until === undefined ? '/since' : '/until', 'must be after since, and not in the future')
  return { since, until }
}

export function requireEnabled(endpoint: { enabled: boolean }): void {
  if (!endpoint.enabled) throw conflict('This webhook is disabled. Enable it first.', 'webhook_disabled')
}

export function requireBelowLimit(endpoints: number): void {
  if (endpoints >= maxEndpoints)
    throw conflict(`A store can have at most ${maxEndpoints} webhooks. Delete one first.`, 'limit_reached')
}

export function derivedId(at: number, ...parts: string[]): string {
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex')
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}
