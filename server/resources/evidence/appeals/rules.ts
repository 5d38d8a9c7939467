import { hash } from 'node:crypto'
import { invalidField } from '#platform/values/errors.ts'
import { cleanText } from '#resources/reviews/rules.ts'
import { limits } from './schema.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const undoMs = 5 * minuteMs
export const linkDays = 183
export const decisionDays = 14
/** Strangers can type any address, so the limit protects the owner of the address. */
export const maxUnprovenMailsPerDay = 5

/** Rounded up to a whole minute, as in the schedule. */
export const mailDueAt = (now: Date): Date => new Date(Math.ceil((now.getTime() + undoMs) / minuteMs) * minuteMs)

export const linkExpiresAt = (rejectedAt: Date): Date => new Date(rejectedAt.getTime() + linkDays * dayMs)

export const decisionDueAt = (filedAt: Date): Date => new Date(filedAt.getTime() + decisionDays * dayMs)

export const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs)

export const tokenDigest = (token: string): Buffer => hash('sha256', token, 'buffer')

export const isToken = (text: string): boolean => /^[\w-]{22}$/.test(text)

export function readStatement(sent: unknown): string {
  if (typeof sent !== 'string') throw invalidField('/statement', 'is required')
  const statement = cleanText(sent)
  if (statement === '') throw invalidField('/statement', 'is empty')
  if (statement.length > limits.statement)
    throw invalidField('/statement', `has more than ${limits.statement} characters`)
  return statement
}

const address = /[^\s@<>()[\]{},;:"'“”„«»]+@[^\s@<>()[\]{},;:"'“”„«»]+\.[^\s@<>()[\]{},;:"'“”„«»]+/gu

/** Removes addresses that the author wrote down, because no reader needs them. */
export const withoutAddresses = (text: string): string => text.replace(address, '[…]')
