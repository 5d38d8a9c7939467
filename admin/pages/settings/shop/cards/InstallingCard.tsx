import { repairShop, type Shop } from '../../../../api/shops/shops.ts'
import { Button, buttonClass } from '../../../../components/Button.tsx'
import { Icon } from '../../../../components/Icon.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { Card } from '../../../../components/Page.tsx'
import { rememberConsent } from '../../../../shell/awaited-consent.ts'
import { useRole, useStoreId } from '../../../../shell/store/use-store.ts'
import { useShopChange } from '../parts/use-shop-change.ts'

export function InstallingCard({ shop }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  return (
    <Card title="Approve in Shopify">
      <div className="grid gap-4 px-5 pt-2 pb-5">
        <p className="max-w-[44rem] text-quiet">
          Shopify asks for access to your products and orders. Choose Install there. You return here and the first read
          starts. We never change your products.
        </p>
        {isAtLeast('ADMIN') && <ConsentLink shop={shop} />}
      </div>
    </Card>
  )
}

/** The link expires after ten minutes, so each click creates a new link. */
export function ConsentLink({ shop }: { shop: Shop }) {
  const storeId = useStoreId()
  const asking = useShopChange<Shop>((id) => repairShop(id, shop.id))
  const { installUrl } = shop
  return (
    <div className="grid gap-3">
      {asking.error && <Notice tone="danger">{asking.error.message}</Notice>}
      {installUrl ? (
        <a
          href={installUrl}
          onClick={() => rememberConsent(storeId)}
          className={`${buttonClass('primary')} justify-self-start`}
        >
          Continue to Shopify
          <Icon name="external" className="size-[1.125rem]" />
        </a>
      ) : (
        <Button look="primary" className="justify-self-start" isBusy={asking.isPending} onClick={() => asking.mutate()}>
          Get a new link to Shopify
        </Button>
      )}
    </div>
  )
}
