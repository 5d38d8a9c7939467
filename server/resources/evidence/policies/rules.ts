import { hash } from 'node:crypto'
import { firstPolicy } from './first-policy.ts'
import type { Policy } from './schema.ts'

export const hashText = (text: string): string => hash('sha256', text, 'hex')

/** The service's default, which has no row until a store changes its policy. */
export const first: Policy = { version: 1, text: firstPolicy, sha256: hashText(firstPolicy) }
