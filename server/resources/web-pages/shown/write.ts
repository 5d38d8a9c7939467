// Turns a version into a document. Reading runs in the transaction. Rendering runs after it, because long texts take time.

import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { doorPrefix } from '#platform/storefront/door.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { gather } from './commands.ts'
import { type Document, writeDocument } from './document.ts'
import { writeFragment } from './html.ts'
import type { PageContext, Reader, VersionFacts } from './rules.ts'

export type WriteDocument = () => Promise<Document>

/** `shop` is the store's first origin, for the header and for links within the shop. `name` is the store's name. */
export async function readDocument(
  tx: StoreTx,
  facts: VersionFacts,
  reader: Reader,
  {
    services,
    timezone,
    shop,
    name,
  }: { services: Pick<Services, 'media' | 'origin'>; timezone: string; shop: string | undefined; name: string },
): Promise<WriteDocument> {
  const { media, origin } = services
  const own: PageContext = { storeEnvId: tx.storeEnvId, media, origin, shop }
  const gathered = await gather(tx, facts, { ...reader, controls: true }, own)
  const brand = { name, url: shop, logoUrl: (await readBranding(tx)).logoUrl }
  const pictures = new URL(media.publicUrl('')).origin
  return async () =>
    writeDocument(gathered.view, await writeFragment(gathered.view, gathered.own, timezone), {
      ...{ origin, pictures, brand, agentsUrl: `${origin}${doorPrefix}${tx.storeEnvId}` },
    })
}
