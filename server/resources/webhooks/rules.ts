import { createHash } from 'node:crypto'
import { isRecord, parseJson } from '#integrations/shops/fields.ts'
import type { ShopWebhook } from '#integrations/shops/shop.ts'
import { type RetrySchedule, retryAt } from '#platform/jobs/delivery/backoff.ts'
import { normalizeEmail } from '#platform/values/mask.ts'

export const maxBodyBytes = 5 * 1024 * 1024

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

const schedule: RetrySchedule = {
  delaysMs: [30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs],
  jitter: 0,
}

export const mostAttempts = schedule.delaysMs.length + 1

/** Returns null if no further attempt is made. A pause that the shop requested is respected. */
export const nextAttempt = (attempts: number, now: Date, askedMs: number | null): Date | null =>
  retryAt(schedule, { attempts, now, random: 0, atLeastMs: askedMs })

export type StoredWebhook = {
  topic: string
  deliveryId: string | null
  repeatKey: Buffer | null
  resourceId: string | null
  occurredAt: Date | null
}

/** A duplicate has the same delivery id and the same bytes, because some platforms reuse an id within a second. */
export function buildStored({ topic, deliveryId, resourceId, occurredAt }: ShopWebhook, body: Buffer): StoredWebhook {
  return {
    topic: fitting(topic, 100) ?? 'unknown',
    deliveryId: fitting(deliveryId, 255),
    repeatKey: deliveryId === null ? null : createHash('sha256').update(deliveryId).update('\0').update(body).digest(),
    resourceId: fitting(resourceId, 255),
    occurredAt: occurredAt && isOfOurTime(occurredAt) ? occurredAt : null,
  }
}

/** PostgreSQL cannot store NUL characters. */
const fitting = (text: string | null, max: number) => text?.split('\0').join('').toWellFormed().slice(0, max) || null

const isOfOurTime = (at: Date) => at.getTime() > 0 && at.getUTCFullYear() < 10_000

const mostPeople = 50
const longestAddress = 320

export function addressesIn(body: Buffer): string[] {
  const found = new Set<string>()
  const left: unknown[] = [parseJson(body)]
  while (left.length > 0 && found.size < mostPeople) {
    const value = left.pop()
    if (typeof value === 'string') for (const address of parseAddresses(value)) found.add(address)
    else if (Array.isArray(value)) for (const each of value) left.push(each)
    else if (isRecord(value)) for (const [name, each] of Object.entries(value)) left.push(name, each)
  }
  return [...found].slice(0, mostPeople)
}

const parseAddresses = (text: string) =>
  text.includes('@')
    ? text
        .split(/[\s<>"'(),;:]+/)
        .filter((part) => part.length <= longestAddress && /[^@]@[^@]/.test(part))
        .map(normalizeEmail)
    : []

export function parsePayload(body: Buffer | null): unknown {
  if (body === null) return null
  const parsed = parseJson(body)
  return parsed === undefined ? body.toString('utf8') : parsed
}
