import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Snippet } from '../../components/forms/Snippet.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useStore } from '../../shell/store/use-store.ts'
import { buildSnippet, type Platform, placeFor, platforms, type SnippetChoice } from './snippet.ts'
import type { Widget } from './widgets.ts'

const options = Object.entries(platforms) as [Platform, string][]

export function SnippetCard({ widget, chosen }: { widget: Widget; chosen: SnippetChoice }) {
  const { id: storeId, origins, platform: connected } = useStore()
  const [platform, setPlatform] = useState<Platform>(
    connected === 'shopify' || connected === 'woocommerce' ? connected : 'html',
  )
  const code = buildSnippet(widget, chosen, platform, { origin: location.origin, store: storeId })
  return (
    <Card
      title="Put it into your shop"
      actions={<Segments label="Kind of shop" value={platform} options={options} onChange={setPlatform} />}
    >
      <div className="grid gap-5 p-5 pt-4">
        <Snippet
          title={`${widget.title} for ${platforms[platform]}`}
          meaning={placeFor(widget, chosen, platform)}
          code={code}
        />
        {platform === 'html' && code.includes('PRODUCT_ID') && (
          <p className="text-sm text-quiet">
            <code className="font-mono text-xs text-text">PRODUCT_ID</code> is the id that your shop system pushes as{' '}
            <code className="font-mono text-xs text-text">platformProductId</code>: put the variable of your theme
            there.
          </p>
        )}
        {origins.length === 0 ? (
          <Notice tone="warn">
            The store has no address yet, so the widget works nowhere.{' '}
            <Link
              to="/stores/$storeId/settings/stores"
              params={{ storeId }}
              className="font-medium underline underline-offset-4"
            >
              Add your shop's address
            </Link>
          </Notice>
        ) : (
          <p className="text-sm text-quiet">
            It works on <span className="wrap-anywhere text-text">{origins.join(', ')}</span> and nowhere else.{' '}
            <Link
              to="/stores/$storeId/settings/stores"
              params={{ storeId }}
              className="font-medium text-accent underline underline-offset-4"
            >
              Change the addresses
            </Link>
          </p>
        )}
      </div>
    </Card>
  )
}
