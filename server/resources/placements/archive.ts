import type { ArchivedRow, ArchivedTable } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { toContent } from './rules.ts'
import { NewPlacement } from './schema.ts'

export const archive = [
  { table: 'placements', type: 'placement', restored: placementHere },
  { table: 'placement_products' },
  { table: 'placement_categories' },
] satisfies readonly ArchivedTable[]

let check: ReturnType<typeof checker> | undefined

function placementHere(row: ArchivedRow): ArchivedRow {
  check ??= checker(NewPlacement, 'placement')
  const { name, widget, selector, priority, status, locale, translations, heading } = row
  const settings = { galleryId: row.gallery_id, heading, limit: row.item_limit, subject: row.subject ?? undefined }
  const own = { pageType: row.page_type, insert: row.insertion, settings, priority, status, locale, translations }
  const content = toContent(check({ name, widget, selector, ...own }) as NewPlacement)
  return { selector: content.selector, translations: content.translations }
}
