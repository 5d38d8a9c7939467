import { createHash } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidField } from '#platform/values/errors.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import { canonicalTag, someText } from '#platform/values/translations.ts'
import type { FormSettings } from '../lead-form/rules.ts'
import { fieldNames } from '../lead-form/schema.ts'
import type { Lead, LeadStatus, NewLead } from './schema.ts'

export type LeadContent = {
  email: string
  name: string | null
  phone: string | null
  message: string | null
  locale: string | null
}

export function readLead({ fields }: FormSettings, said: NewLead): LeadContent {
  for (const name of fieldNames)
    if (fields[name] === 'required' && someText(said[name]) === null) throw invalidField(`/${name}`, 'is required')
  const asked = (name: (typeof fieldNames)[number]) => (fields[name] === 'off' ? null : someText(said[name]))
  return {
    email: normalizeEmail(said.email),
    name: asked('name'),
    phone: asked('phone'),
    message: asked('message'),
    locale: (said.locale && canonicalTag(said.locale)) || null,
  }
}

export type Keys = { key: Buffer; visitor: Buffer }

/**
 * `visitor` includes the client's IP address, so a guess from another IP address confirms nothing. Spam has another
 * `key`, so it never blocks a real message.
 */
export function computeKeys(
  secrets: Secrets,
  { galleryId, isSpam, address, ...said }: Pick<LeadContent, 'email' | 'message'> & LeadSubmission,
): Keys {
  const parts = [galleryId, said.email, said.message, isSpam]
  return { key: hashParts(secrets, parts), visitor: hashParts(secrets, [...parts, address]) }
}

export type LeadSubmission = { galleryId: string; isSpam: boolean; address: string }

const hashParts = (secrets: Secrets, parts: readonly unknown[]): Buffer =>
  createHash('sha256')
    .update(secrets.tokenFor(`gallery lead ${JSON.stringify(parts)}`))
    .digest()

export type LeadRow = LeadContent & {
  id: string
  galleryId: string
  status: LeadStatus
  note: string | null
  consentText: string
  consentedAt: string
  confirmedAt: string | null
  createdAt: string
  updatedAt: string
}

export const toLead = (row: LeadRow): Lead => ({ ...row, emailLast4: last4(row.email) ?? '' })

export const csvCells = (lead: Lead, withAddress: boolean): string[] =>
  columnsFor(withAddress).map((name) => String(lead[name] ?? ''))

export const columnsFor = (withAddress: boolean): (keyof Lead)[] => [
  'id',
  'createdAt',
  'status',
  ...(withAddress ? (['email', 'phone'] as const) : (['emailLast4'] as const)),
  'name',
  'message',
  'note',
  'locale',
  'consentText',
  'consentedAt',
  'confirmedAt',
  'updatedAt',
]
