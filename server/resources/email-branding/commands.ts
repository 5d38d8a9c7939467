import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreReads, StoreScope } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { AppError } from '#platform/values/errors.ts'
import { makeLogo, takeUpload, uploadedPicturesUrl } from './logo.ts'
import { readLook } from './rules.ts'
import type { EmailBranding, EmailBrandingUpdate } from './schema.ts'
import * as store from './store.ts'

export const readBranding = (tx: StoreReads): Promise<EmailBranding> => store.find(tx)

type BrandingAccess = { db: StoreDb; services: Services; scope: StoreScope }

export async function changeBranding(
  { db, services, scope }: BrandingAccess,
  { logoUploadId, ...sent }: EmailBrandingUpdate,
  audit: Audit,
): Promise<EmailBranding> {
  const look = readLook(sent, uploadedPicturesUrl(services))
  const logo = logoUploadId === undefined ? undefined : await makeLogo(db, services, scope, logoUploadId)
  try {
    return await db.store(scope, 'write', async (tx) => {
      if (logo) await takeUpload(tx, logo.uploadId)
      await store.upsert(tx, logo ? { ...look, logoUrl: logo.url } : look)
      // Storefront pages show the new look at their next request, and the next mail uses it.
      invalidateStorefront(tx)
      await audit(tx, 'email_branding.updated', { type: 'store', id: tx.storeEnvId })
      return readBranding(tx)
    })
  } catch (error) {
    // If the result of the commit is unknown, the picture stays: an unused picture is better than a broken logo.
    if (logo && error instanceof AppError && error.status < 500) await services.storage.remove(logo.key)
    throw error
  }
}
