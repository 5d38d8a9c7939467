import { useState } from 'react'
import type { Shop } from '../../../api/shops/shops.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { useRole } from '../../../shell/store/use-store.ts'
import { ConsentLink } from './cards/InstallingCard.tsx'
import { RepairDialog } from './cards/RepairDialog.tsx'
import { CredentialsDialog } from './dialogs/CredentialsDialog.tsx'
import { HeldNotice } from './HeldNotice.tsx'
import { labelOf } from './parts/labels.ts'
import { useIsLapsed } from './parts/use-lapsed.ts'

export function ShopNotices({ shop }: { shop: Shop }) {
  const isLapsed = useIsLapsed()
  const { platform, status, missingScopes } = shop
  return (
    <>
      {isLapsed && platform !== 'custom' && (
        <Notice tone="warn">
          The subscription has expired. We do not sync the shop until you renew it. Webhooks from the shop are still
          processed.
        </Notice>
      )}
      {status === 'needs_reauth' && <NeedsAccess shop={shop} />}
      {status === 'paused' && (
        <Notice tone="warn">Paused. We read nothing until you resume. Data read so far stays.</Notice>
      )}
      {missingScopes.length > 0 && status !== 'needs_reauth' && <MissingScopes shop={shop} />}
      <HeldNotice shop={shop} />
    </>
  )
}

function MissingScopes({ shop }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  const [isRepairing, setIsRepairing] = useState(false)
  return (
    <Notice tone="warn">
      <p>
        {labelOf(shop.platform)} does not allow all that is needed. Missing:{' '}
        <span className="font-mono text-xs">{shop.missingScopes.join(', ')}</span>. Allow it there, then repair the
        connection.
      </p>
      {isAtLeast('ADMIN') && (
        <Button size="small" className="mt-3" onClick={() => setIsRepairing(true)}>
          Repair the connection
        </Button>
      )}
      {isRepairing && <RepairDialog shop={shop} onClose={() => setIsRepairing(false)} />}
    </Notice>
  )
}

function NeedsAccess({ shop }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  const [isReplacing, setIsReplacing] = useState(false)
  const { platform, statusReason, credentialLast4 } = shop
  const mayConsent = platform === 'shopify' && credentialLast4 === null
  return (
    <Notice tone="danger">
      <p className="font-medium">{labelOf(platform)} no longer allows reading.</p>
      {statusReason && <p>{statusReason}</p>}
      <p>Data read so far stays, and so does every review. Reading continues once you grant access again.</p>
      {isAtLeast('ADMIN') && (
        <div className="mt-3 flex flex-wrap gap-2">
          {mayConsent ? (
            <ConsentLink shop={shop} />
          ) : (
            <Button icon="key" onClick={() => setIsReplacing(true)}>
              Replace credentials
            </Button>
          )}
        </div>
      )}
      {isReplacing && <CredentialsDialog shop={shop} onClose={() => setIsReplacing(false)} />}
    </Notice>
  )
}
