import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type IssuedString, isUnderWay, type Shop, shopQuery } from '../../../api/shops/shops.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { ConnectedShop } from './ConnectedShop.tsx'
import { ConnectPage } from './ConnectPage.tsx'

const underWayMs = 2_000
const idleMs = 30_000

export function ShopPage() {
  const storeId = useStoreId()
  const { platform } = useSearch({ from: '/signed-in/stores/$storeId/settings/shop' })
  // The service returns the secret once; leaving the page discards it.
  const [secret, setSecret] = useState<{ shopId: string; webhookSecret: string }>()
  const [issued, setIssued] = useState<IssuedString>()
  const query = useQuery({
    ...shopQuery(storeId),
    refetchInterval: ({ state }) => (isMoving(state.data) ? underWayMs : idleMs),
  })
  return (
    <Loaded query={query}>
      {(shop) =>
        shop ? (
          <ConnectedShop
            shop={shop}
            webhookSecret={secret?.shopId === shop.id ? secret.webhookSecret : undefined}
            onSecretKept={() => setSecret(undefined)}
            connectionString={issued?.id === shop.id ? issued.connectionString : undefined}
            onString={setIssued}
          />
        ) : (
          <ConnectPage
            platform={platform}
            onString={setIssued}
            onConnected={({ id, webhookSecret }) => webhookSecret && setSecret({ shopId: id, webhookSecret })}
          />
        )
      }
    </Loaded>
  )
}

const isMoving = (shop: Shop | null | undefined) => shop?.status === 'installing' || isUnderWay(shop?.lastSync)
