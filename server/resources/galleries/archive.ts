import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { completeForm } from './lead-form/rules.ts'
import { type LeadFormChanges, LeadFormChanges as LeadFormShape } from './lead-form/schema.ts'
import { toContent } from './rules.ts'
import { limits, NewGallery } from './schema.ts'
import { enqueueVariants } from './upload-commands.ts'

const ItemText = Type.String({ maxLength: limits.itemText })

export const archive = [
  // The settings of the form contain the email addresses that get notices.
  { table: 'galleries', addresses: ['lead_form'], type: 'gallery', restored: galleryHere },
  {
    table: 'gallery_photos',
    without: ['variants'],
    withFile: true,
    type: 'gallery_photo',
    restored: pictureHere,
    after: enqueueVariants,
  },
  { table: 'gallery_items', type: 'gallery_item', columns: { caption: ItemText, alt: ItemText } },
  { table: 'gallery_item_products' },
  {
    table: 'gallery_leads',
    without: ['key', 'visitor'],
    addresses: ['email', 'phone'],
    type: 'gallery_lead',
    restored: asSent,
  },
] satisfies readonly ArchivedTable[]

let checkGallery: ReturnType<typeof checker> | undefined
let check: ReturnType<typeof checker> | undefined

/** An archive is untrusted, so a restored form must pass the API's own validation. */
function galleryHere({ lead_form: form, ...row }: ArchivedRow): ArchivedRow {
  checkGallery ??= checker(NewGallery, 'gallery')
  const { name, title, description, layout, columns, status, locale, translations } = row
  const sent = checkGallery({ name, title, description, layout, columns, status, locale, translations }) as NewGallery
  const content = toContent(sent)
  if (form === undefined) return { lead_form: completeForm(), translations: content.translations }
  check ??= checker(LeadFormShape, 'lead_form')
  return { lead_form: completeForm(check(form) as LeadFormChanges), translations: content.translations }
}

/** The archive has no file for a picture that was deleted during the export. */
function pictureHere({ storage_key: key }: ArchivedRow, { keyOf }: Restoring): ArchivedRow {
  return { storage_key: (typeof key === 'string' ? keyOf(key) : undefined) ?? null }
}

/** Restored leads send no new notices, and a repeat of a restored lead counts as new. */
function asSent(): ArchivedRow {
  const digest = () => `\\x${randomBytes(32).toString('hex')}`
  return { key: digest(), visitor: digest(), notice: null, notice_at: null }
}
