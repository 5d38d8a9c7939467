// Which version of a moderation policy a text is. Pure.
import { hash } from 'node:crypto'
import { firstPolicy } from './first-policy.ts'
import type { Policy } from './schema.ts'

/** Of the text as it was sent, in UTF-8. */
export const digestOf = (text: string): string => hash('sha256', text, 'hex')

/** The service's own, which stands in no table before a store has another. */
export const first: Policy = { version: 1, text: firstPolicy, sha256: digestOf(firstPolicy) }
