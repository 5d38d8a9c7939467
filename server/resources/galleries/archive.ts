import { randomBytes } from 'node:crypto'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'
import { checker } from '#platform/validate.ts'
import { formOf } from './lead-form/rules.ts'
import { type LeadFormChanges, LeadFormChanges as LeadFormShape } from './lead-form/schema.ts'
import { enqueueVariants } from './uploads/commands.ts'

export const archive = [
  // Its form says whom the store has told by mail.
  { table: 'galleries', addresses: ['lead_form'], type: 'gallery', restored: formHere },
  {
    table: 'gallery_photos',
    without: ['variants'],
    withFile: true,
    type: 'gallery_photo',
    restored: pictureHere,
    after: enqueueVariants,
  },
  { table: 'gallery_items', type: 'gallery_item' },
  { table: 'gallery_item_products' },
  {
    table: 'gallery_leads',
    without: ['key', 'visitor'],
    addresses: ['email', 'phone'],
    type: 'gallery_lead',
    restored: asSent,
  },
] satisfies readonly ArchivedTable[]

let check: ReturnType<typeof checker> | undefined

/** A file may be anybody's: what a form is shown with is what the API would have taken. */
function formHere({ lead_form: form }: ArchivedRow): ArchivedRow {
  if (form === undefined) return { lead_form: formOf() }
  check ??= checker(LeadFormShape, 'lead_form')
  return { lead_form: formOf(check(form) as LeadFormChanges) }
}

/** A picture that was removed while the archive was made has not come along. */
function pictureHere({ storage_key: key }: ArchivedRow, { keyOf }: Restoring): ArchivedRow {
  return { storage_key: (typeof key === 'string' ? keyOf(key) : undefined) ?? null }
}

/** Nobody is told of it again, and the same message sent anew is a new one. */
function asSent(): ArchivedRow {
  const digest = () => `\\x${randomBytes(32).toString('hex')}`
  return { key: digest(), visitor: digest(), notice: null, notice_at: null }
}
