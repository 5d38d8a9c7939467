import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createFeed, feedQuery, type ReviewFeed, removeFeed, rotateFeed } from '../../api/products.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { CopyField } from '../../components/forms/CopyField.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { sizeText } from '../../components/values/size-text.ts'
import { Time } from '../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { ProductTabs } from './ProductTabs.tsx'

export function FeedPage() {
  const query = useQuery(feedQuery(useStoreId()))
  return (
    <Page title="Products">
      <ProductTabs />
      <div className="grid max-w-3xl gap-6">
        <p className="text-quiet">
          A private address that gives your approved reviews to Google Merchant Center, for stars in Google Shopping.
          Reviewers' email addresses and full names are never in it.
        </p>
        <Loaded query={query}>{(feed) => <FeedCard feed={feed} />}</Loaded>
      </div>
    </Page>
  )
}

function FeedCard({ feed }: { feed: ReviewFeed }) {
  const { isAtLeast } = useRole()
  return (
    <section aria-label="Review feed" className="card grid gap-5 p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold tracking-tight">Review feed</h2>
        {feed.enabled ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
      </div>
      {feed.url && (
        <div className="grid gap-2">
          <CopyField label="Address of the feed" value={feed.url} />
          <p className="text-sm text-quiet">Anyone with this address can read the feed. Replace it if it leaks.</p>
        </div>
      )}
      <LargeFeed feed={feed} />
      <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
        <Fact name="Reviews">{feed.counts.reviews.toLocaleString(shownLocale)}</Fact>
        <Fact name="Products">{feed.counts.products.toLocaleString(shownLocale)}</Fact>
        <Fact name="SKUs">{feed.counts.skus.toLocaleString(shownLocale)}</Fact>
        <Fact name="Left out">{feed.counts.skipped.toLocaleString(shownLocale)}</Fact>
      </dl>
      {feed.counts.skipped > 0 && (
        <Notice>
          Left out are approved reviews without any words, and those of products without a page address or a live
          variant.
        </Notice>
      )}
      {feed.enabled && (
        <p className="text-sm text-quiet">
          Last fetched: {feed.lastFetchedAt ? <Time at={feed.lastFetchedAt} /> : 'not yet'}
          {feed.bytes !== null && <> · {sizeText(feed.bytes)}</>}
        </p>
      )}
      {isAtLeast('ADMIN') ? (
        <FeedActions feed={feed} />
      ) : (
        <p className="text-sm text-quiet">Owners and admins switch the feed on and off.</p>
      )}
    </section>
  )
}

/** Hidden if the feed has only one part. Merchant accounts need the URL of every part. */
function LargeFeed({ feed: { url, parts } }: { feed: ReviewFeed }) {
  if (parts === null || parts < 2) return null
  return (
    <div className="grid gap-3">
      <Notice>
        The feed is too large for one file. Register each part in your Merchant Center account. Google does not get the
        reviews of a part that is missing there.{' '}
        <a className="underline" href="/docs/review-feed#large-feeds" target="_blank" rel="noopener">
          Large feeds
        </a>
      </Notice>
      {url &&
        Array.from({ length: parts - 1 }, (_, i) => i + 2).map((number) => (
          <div key={number} className="grid gap-1">
            <p className="text-sm font-medium">Part {number}</p>
            <CopyField label={`Address of part ${number}`} value={url.replace(/\.xml$/, `.${number}.xml`)} />
          </div>
        ))}
    </div>
  )
}

function FeedActions({ feed }: { feed: ReviewFeed }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'rotate' | 'remove'>()
  const { queryKey } = feedQuery(storeId)
  const show = (next: ReviewFeed) => queryClient.setQueryData(queryKey, next)
  const creating = useMutation({ mutationFn: () => createFeed(storeId), onSuccess: show })
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      {creating.error && <Notice tone="danger">{creating.error.message}</Notice>}
      {!feed.enabled && (
        <Button look="primary" isBusy={creating.isPending} onClick={() => creating.mutate()}>
          Turn on the feed
        </Button>
      )}
      {feed.enabled && (
        <>
          <Button icon="rotate" onClick={() => setAsking('rotate')}>
            Replace the address
          </Button>
          <Button look="dangerQuiet" onClick={() => setAsking('remove')}>
            Switch off
          </Button>
        </>
      )}
      {asking === 'rotate' && (
        <ConfirmDialog
          title="Replace the feed's address?"
          confirmLabel="Replace"
          act={() => rotateFeed(storeId).then(show)}
          onDone={() => toast('The feed has a new address')}
          onClose={() => setAsking(undefined)}
        >
          <p>The old address stops working immediately. Enter the new one in Merchant Center.</p>
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title="Switch the feed off?"
          confirmLabel="Switch off"
          isDangerous
          act={() => removeFeed(storeId)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey })
            toast('The feed is off')
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>Its address stops working immediately. If you switch the feed on again, it has a new address.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-quiet">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
