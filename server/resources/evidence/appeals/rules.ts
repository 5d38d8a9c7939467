// When authors are written to, how long they may object, and what of it is shown. Pure.
import { hash } from 'node:crypto'
import { invalidField } from '#platform/values/errors.ts'
import { cleanText } from '#resources/reviews/rules.ts'
import { limits } from './schema.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** For as long a rejection can be taken back before its author hears of it. */
const undoMs = 5 * minuteMs
export const linkDays = 183
export const decisionDays = 14
/** Somebody else may type an address in; its owner's mailbox is not to be filled for it. */
export const maxUnprovenMailsPerDay = 5

/** On a whole minute, as the schedule goes. */
export const mailDueAt = (now: Date): Date => new Date(Math.ceil((now.getTime() + undoMs) / minuteMs) * minuteMs)

export const linkExpiresAt = (rejectedAt: Date): Date => new Date(rejectedAt.getTime() + linkDays * dayMs)

export const decisionDueAt = (filedAt: Date): Date => new Date(filedAt.getTime() + decisionDays * dayMs)

export const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs)

export const tokenDigest = (token: string): Buffer => hash('sha256', token, 'buffer')

export const isToken = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** Throws 400 for one that says nothing or too much. */
export function readStatement(sent: unknown): string {
  if (typeof sent !== 'string') throw invalidField('/statement', 'is required')
  const statement = cleanText(sent)
  if (statement === '') throw invalidField('/statement', 'is empty')
  if (statement.length > limits.statement)
    throw invalidField('/statement', `has more than ${limits.statement} characters`)
  return statement
}

const address = /[^\s@<>()[\]{},;:"'“”„«»]+@[^\s@<>()[\]{},;:"'“”„«»]+\.[^\s@<>()[\]{},;:"'“”„«»]+/gu

/** Whoever reads it has no need of addresses that its author wrote down. */
export const withoutAddresses = (text: string): string => text.replace(address, '[…]')
