import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Shop } from '../../../api/shops/shops.ts'
import { Button, buttonClass } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { ConfirmHeldDialog } from './dialogs/ConfirmHeldDialog.tsx'
import { plural } from './parts/labels.ts'

/** Shown if so many variants are missing that the sync retires none until a person confirms. */
export function HeldNotice({ shop }: { shop: Shop }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [isConfirming, setIsConfirming] = useState(false)
  const { lastSync } = shop
  if (lastSync?.status !== 'held') return null
  const missing = lastSync.wouldRetire ?? 0
  return (
    <section aria-label="Paused read" className="flex gap-3 rounded-xl bg-warn-wash p-5 text-warn">
      <Icon name="warning" className="mt-px size-5" />
      <div className="grid min-w-0 gap-1">
        <h2 className="font-semibold tracking-tight">
          The shop no longer has {plural(missing, 'variant', 'variants')} that {missing === 1 ? 'is' : 'are'} on sale
          here
        </h2>
        <p className="max-w-[44rem] text-sm">
          That is more than usual, so nothing was retired. Everything else was updated. Check the list: confirm it if it
          is right, or correct the shop and sync again.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Link
            to="/stores/$storeId/settings/shop/reads/$syncId"
            params={{ storeId, syncId: lastSync.id }}
            className={buttonClass()}
          >
            Show missing products
          </Link>
          {isAtLeast('ADMIN') && shop.status === 'active' && (
            <Button look="danger" onClick={() => setIsConfirming(true)}>
              Retire them …
            </Button>
          )}
        </div>
      </div>
      {isConfirming && <ConfirmHeldDialog shop={shop} sync={lastSync} onClose={() => setIsConfirming(false)} />}
    </section>
  )
}
