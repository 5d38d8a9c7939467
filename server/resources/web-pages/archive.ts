import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { ensureHandle } from './handles/commands.ts'
import { toContent } from './rules.ts'
import { NewWebPage } from './schema.ts'

const { slug } = NewWebPage.properties

export const archive = [
  // A store with pages needs a handle. An archive cannot restore the handle, because another store may have it.
  { table: 'web_pages', type: 'web_page', columns: { slug }, after: ensureHandle },
  { table: 'web_page_versions', restored: versionHere },
  { table: 'web_page_former_slugs', columns: { slug } },
] satisfies readonly ArchivedTable[]

const ids = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g
let check: ReturnType<typeof checker> | undefined

/** Maps product and gallery ids in blocks and translations. Drops a canonical URL outside this store's origins. */
function versionHere(row: ArchivedRow, { idOf, origins }: Restoring): ArchivedRow {
  check ??= checker(NewWebPage, 'page')
  const { kind, title, description, blocks, noindex, canonical_url: address, variables, locale, translations } = row
  const canonicalUrl = typeof address === 'string' && isOn(address, origins) ? address : null
  const page = { slug: 'a', kind, title, description, blocks, noindex, canonicalUrl, variables, locale, translations }
  const content = toContent(check(page) as NewWebPage, origins)
  const renewed = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replace(ids, (quoted) => `"${idOf(quoted.slice(1, -1))}"`))
  return {
    ...{ blocks: renewed(content.blocks), translations: renewed(content.translations) },
    ...{ variables: content.variables, canonical_url: content.canonicalUrl },
  }
}

const isOn = (address: string, origins: readonly string[]) =>
  URL.canParse(address) && origins.includes(new URL(address).origin)
