import type { IssuedString, Shop } from '../../../api/shops/shops.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Page } from '../../../components/Page.tsx'
import { IdentifiersCard } from './cards/IdentifiersCard.tsx'
import { InstallingCard } from './cards/InstallingCard.tsx'
import { PushedCard } from './cards/PushedCard.tsx'
import { PushedNote } from './cards/PushedNote.tsx'
import { PushedTotals } from './cards/PushedTotals.tsx'
import { ReadingCard } from './cards/ReadingCard.tsx'
import { ReadsCard } from './cards/ReadsCard.tsx'
import { ReceivedCard } from './cards/ReceivedCard.tsx'
import { SecretCard } from './cards/SecretCard.tsx'
import { WebhooksCard } from './cards/WebhooksCard.tsx'
import { labelOf, statusNames, statusTones } from './parts/labels.ts'
import { hasPlugin } from './plugin/install-steps.ts'
import { PluginCard } from './plugin/PluginCard.tsx'
import { ShopActions, ShopMenu } from './ShopActions.tsx'
import { ShopNotices } from './ShopNotices.tsx'

type Props = {
  shop: Shop
  webhookSecret: string | undefined
  onSecretKept(): void
  /** A newly created string, which is shown until the person leaves the page. */
  connectionString: string | undefined
  onString(issued: IssuedString | undefined): void
}

export function ConnectedShop({ shop, webhookSecret, onSecretKept, connectionString, onString }: Props) {
  const { name, platform, address, status } = shop
  const isRead = platform !== 'custom' && status !== 'installing'
  return (
    <Page
      title={URL.canParse(name) ? new URL(name).host : name}
      intro={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {labelOf(platform)}
          {address && <span className="break-all">{address}</span>}
          <Badge tone={statusTones[status]}>
            {shop.plugin && status === 'installing' ? 'Waits for the plugin' : statusNames[status]}
          </Badge>
          {platform === 'custom' && <PushedTotals />}
        </span>
      }
      actions={<ShopActions shop={shop} />}
      menu={<ShopMenu shop={shop} />}
    >
      {webhookSecret && <SecretCard shop={shop} webhookSecret={webhookSecret} onKept={onSecretKept} />}
      <ShopNotices shop={shop} />
      {platform === 'custom' && <PushedCard />}
      {platform === 'custom' && <PushedNote />}
      {hasPlugin(platform) && <PluginCard shop={shop} connectionString={connectionString} onString={onString} />}
      {status === 'installing' && platform === 'shopify' && <InstallingCard shop={shop} />}
      {isRead && <ReadingCard shop={shop} />}
      {isRead && <WebhooksCard shop={shop} />}
      {isRead && <ReceivedCard shop={shop} />}
      {isRead && <IdentifiersCard shop={shop} />}
      {isRead && <ReadsCard shop={shop} />}
    </Page>
  )
}
