import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Snippet } from '../../components/forms/Snippet.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useStore } from '../../shell/store/use-store.ts'
import { placeFor } from './paste-texts.ts'
import { buildSnippet, type Platform, platforms, type SnippetChoice } from './snippet.ts'
import type { Widget } from './widgets.ts'

const options = Object.entries(platforms) as [Platform, string][]

const answers = [
  ['shopify', platforms.shopify],
  ['woocommerce', platforms.woocommerce],
  ['html', 'Another shop'],
] as const

type Props = { widget: Widget; snippet: SnippetState; chosen: SnippetChoice; title?: string; children?: ReactNode }
/** `platform` is undefined, and the code empty, until the person has picked one. */
type SnippetState = { code: string; platform: Platform | undefined; setPlatform(platform: Platform): void }

/**
 * Code for the platform that the person picks. The default is the platform of the connected shop. `isAsked`: without a
 * connected shop there is no default, because the wrong code would do nothing.
 */
export function useSnippet(widget: Widget, chosen: SnippetChoice, isAsked = false): SnippetState {
  const { id: store, platform: connected } = useStore()
  const usual = isAsked && !connected ? undefined : 'html'
  const [platform, setPlatform] = useState<Platform | undefined>(
    connected === 'shopify' || connected === 'woocommerce' ? connected : usual,
  )
  const code = platform ? buildSnippet(widget, chosen, platform, { origin: location.origin, store }) : ''
  return { code, platform, setPlatform }
}

export function SnippetCard({ widget, snippet, chosen, title = 'Add it to your shop', children }: Props) {
  const { code, platform, setPlatform } = snippet
  const { id: storeId, origins } = useStore()
  if (!platform)
    return (
      <Card title={title}>
        <div className="grid gap-5 p-5 pt-4">
          {children}
          <div className="grid gap-2">
            <p className="text-sm font-medium">Which shop do you have?</p>
            <Segments label="Kind of shop" value={platform} options={answers} onChange={setPlatform} />
          </div>
        </div>
      </Card>
    )
  return (
    <Card
      title={title}
      actions={<Segments label="Kind of shop" value={platform} options={options} onChange={setPlatform} />}
    >
      <div className="grid gap-5 p-5 pt-4">
        {children}
        <Snippet
          title={`${widget.title} for ${platforms[platform]}`}
          meaning={placeFor(widget, chosen, platform)}
          code={code}
        />
        {platform === 'html' && code.includes('PRODUCT_ID') && (
          <p className="text-sm text-quiet">
            Replace <code className="font-mono text-xs text-text">PRODUCT_ID</code> with your theme's variable for the
            product id, the one that your shop sends as{' '}
            <code className="font-mono text-xs text-text">platformProductId</code>.{' '}
            {code.includes('CATEGORY_ID') && (
              <>
                On category pages, replace <code className="font-mono text-xs text-text">CATEGORY_ID</code> with the
                category's id, as your shop sends it. On pages without a product or a category, leave that id empty.
              </>
            )}
          </p>
        )}
        {platform === 'html' && chosen.product && code.includes('product="') && (
          <p className="text-sm text-quiet">
            This code shows the product of the preview. In a template for all products, use your theme's variable for
            the product id.
          </p>
        )}
        {platform === 'html' && (
          <p className="text-sm text-quiet">
            Guides for other shops: <Guide page="connect-bigcommerce">BigCommerce</Guide>,{' '}
            <Guide page="connect-medusa">Medusa</Guide>, <Guide page="connect-vendure">Vendure</Guide>,{' '}
            <Guide page="headless-storefronts">headless storefronts</Guide>.
          </p>
        )}
        {origins.length === 0 ? (
          <Notice tone="warn">
            The store has no address yet, so the widget does not load.{' '}
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
            Works only on <span className="wrap-anywhere text-text">{origins.join(', ')}</span>.{' '}
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

function Guide({ page, children }: { page: string; children: string }) {
  return (
    <a href={`/docs/${page}`} target="_blank" rel="noopener" className="underline underline-offset-4">
      {children}
    </a>
  )
}
