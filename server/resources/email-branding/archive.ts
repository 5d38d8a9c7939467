import type { ArchivedRow, ArchivedTable } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { readLook } from './rules.ts'
import { EmailBrandingChange } from './schema.ts'
import { type BrandingRow, toLook } from './store.ts'

export const archive = [{ table: 'email_branding', restored: checkedLook }] satisfies readonly ArchivedTable[]

/** Prefix that no address begins with, so that no address in the archive counts as an uploaded picture. */
const noUploadedPictures = '-'

let check: ReturnType<typeof checker> | undefined

/** Drops a logo without an https address: it is an uploaded file of the archived installation. */
function checkedLook(row: ArchivedRow): ArchivedRow {
  check ??= checker(EmailBrandingChange, 'branding')
  const look = toLook(row as BrandingRow)
  const logoUrl = look.logoUrl?.startsWith('https://') ? look.logoUrl : null
  readLook(check({ ...look, logoUrl }) as EmailBrandingChange, noUploadedPictures)
  return { logo_url: logoUrl }
}
