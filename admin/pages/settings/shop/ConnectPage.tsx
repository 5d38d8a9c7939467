import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CreatedShop, type IssuedString, type Platform, shopifyAppQuery } from '../../../api/shops/shops.ts'
import { BackLink } from '../../../components/BackLink.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { ConnectForm } from './ConnectForm.tsx'
import { PlatformChoice } from './PlatformChoice.tsx'
import { isByConsent, platforms, type Way } from './parts/platforms.tsx'
import { hasPlugin } from './plugin/install-steps.ts'
import { PluginForm } from './plugin/PluginForm.tsx'

type Props = {
  platform: Platform | undefined
  onConnected(shop: CreatedShop): void
  onString(issued: IssuedString): void
}

export function ConnectPage({ platform, onConnected, onString }: Props) {
  const { isAtLeast } = useRole()
  const storeId = useStoreId()
  if (!isAtLeast('ADMIN'))
    return (
      <Page title="Shop" width="normal">
        <Card>
          <EmptyState icon="store" title="No shop is connected">
            After an owner or admin connects a shop, products and orders sync automatically.
          </EmptyState>
        </Card>
      </Page>
    )
  if (!platform)
    return (
      <Page
        title="Connect your shop"
        intro="Products, prices, categories and orders sync automatically: everything once, then changes every night. Choose your platform."
        width="normal"
      >
        <PlatformChoice />
      </Page>
    )
  return (
    <Page
      title={platform === 'custom' ? 'Connect a custom shop' : `Connect ${platforms[platform].name}`}
      width="normal"
      back={
        <BackLink to="/stores/$storeId/settings/shop" params={{ storeId }} search={{}}>
          All platforms
        </BackLink>
      }
    >
      <PlatformSteps key={platform} platform={platform} onConnected={onConnected} onString={onString} />
    </Page>
  )
}

function PlatformSteps({ platform, onConnected, onString }: Props & { platform: Platform }) {
  const { ways } = platforms[platform]
  const [chosen, setChosen] = useState<string>()
  const hasApp = useHasApp(platform)
  const isOpen = (way: Way) => hasApp !== false || !isByConsent(platform, way)
  const openFirst = [...ways.filter(isOpen), ...ways.filter((way) => !isOpen(way))]
  const way = ways.find(({ name }) => name === chosen) ?? openFirst[0] ?? ways[0]
  return (
    <>
      {ways.length > 1 && (
        <Card>
          <div className="p-5">
            <Choice
              legend="How to connect"
              value={way.name}
              options={openFirst.map((each) => ({
                value: each.name,
                name: each.name,
                meaning: isOpen(each) ? each.meaning : 'The operator of this service has not set up a Shopify app.',
                isDisabled: !isOpen(each),
              }))}
              onChange={setChosen}
            />
          </div>
        </Card>
      )}
      <WhatToClick platform={platform} way={way} />
      {way.isPlugin && hasPlugin(platform) ? (
        <PluginForm platform={platform} onString={onString} />
      ) : (
        <ConnectForm key={way.name} platform={platform} way={way} onConnected={onConnected} />
      )}
    </>
  )
}

/** Undefined while loading, and for platforms without an app. */
function useHasApp(platform: Platform): boolean | undefined {
  const storeId = useStoreId()
  return useQuery({ ...shopifyAppQuery(storeId), enabled: platform === 'shopify' }).data
}

function WhatToClick({ platform, way }: { platform: Platform; way: Way }) {
  const { name, guide } = platforms[platform]
  return (
    <Card title={platform === 'custom' ? 'Steps in your shop' : `Steps in ${name}`}>
      <div className="grid gap-4 px-5 pt-3 pb-5 text-sm">
        <ol className="grid list-decimal gap-2.5 pl-5 text-quiet marker:font-medium marker:text-text">
          {way.steps.map((step, i) => (
            <li key={i} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <a
          href={guide}
          target="_blank"
          rel="noopener"
          className="inline-flex items-center gap-1 justify-self-start font-medium text-accent underline-offset-4 hover:underline"
        >
          Full guide
          <Icon name="external" className="size-4" />
        </a>
      </div>
    </Card>
  )
}
