import type { Severity } from './rules.ts'

/**
 * `about` is the whole event as text. We search it for the message's token, because each provider puts the token elsewhere.
 */
export type ProviderEvent = { kind: 'bounce' | 'complaint'; severity: Severity; status: string | null; about: string }

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const toFields = (value: unknown): Fields => (isFields(value) ? value : {})
export const toText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 2_000) : '')

export const bounce = (severity: Severity, status: string | null, about: Fields): ProviderEvent[] => [
  { kind: 'bounce', severity, status, about: JSON.stringify(about) },
]
export const complaint = (about: Fields): ProviderEvent[] => [
  { kind: 'complaint', severity: 'none', status: null, about: JSON.stringify(about) },
]
