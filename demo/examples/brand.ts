// The look of the shop's website, for emails, widgets and pages.
import type { Audit } from '#platform/audit/audit.ts'
import { changeBranding } from '#resources/email-branding/commands.ts'
import { receiveUpload } from '#resources/uploads/commands.ts'
import { shop } from '../catalogue.ts'
import type { Host, OpenedShop } from '../host.ts'
import { readLogo } from '../pictures.ts'
import { accentColor } from '../store/style.ts'

export async function brandStore({ db, services }: Host, scope: OpenedShop, audit: Audit): Promise<void> {
  const { id } = await receiveUpload({ db, services, scope, source: 'api' }, await readLogo())
  await changeBranding(
    { db, services, scope },
    {
      ...{ senderName: shop.name, logoUploadId: id, logoWidth: 160, corners: 'rounded' },
      colors: { primary: accentColor, button: accentColor },
    },
    audit,
  )
}
