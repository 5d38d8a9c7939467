import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'
import { ensureHandle } from './handles/commands.ts'

export const archive = [
  // A store that has pages has a handle, which no archive can bring: it may be another's by now.
  { table: 'web_pages', type: 'web_page', after: ensureHandle },
  { table: 'web_page_versions', restored: withNewIds },
  { table: 'web_page_former_slugs' },
] satisfies readonly ArchivedTable[]

const ids = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g

/** Blocks name products and galleries; those of translations too. */
function withNewIds({ blocks, translations }: ArchivedRow, { idOf }: Restoring): ArchivedRow {
  const renewed = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replace(ids, (quoted) => `"${idOf(quoted.slice(1, -1))}"`))
  return { blocks: renewed(blocks), translations: renewed(translations) }
}
