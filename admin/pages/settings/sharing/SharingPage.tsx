import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grantsQuery } from '../../../api/reviews/grants.ts'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { AcceptDialog } from './AcceptDialog.tsx'
import { GrantCard } from './GrantCard.tsx'
import { OfferDialog } from './OfferDialog.tsx'

type Open = 'offer' | 'accept' | undefined

export function SharingPage() {
  const { isAtLeast } = useRole()
  const query = useInfiniteQuery(grantsQuery(useStoreId()))
  const [open, setOpen] = useState<Open>()
  const actions = isAtLeast('ADMIN') && (
    <>
      <Button onClick={() => setOpen('accept')}>Enter a code</Button>
      <Button look="primary" icon="plus" onClick={() => setOpen('offer')}>
        Share reviews
      </Button>
    </>
  )
  const isEmpty = query.data?.pages[0]?.data.length === 0
  return (
    <Page
      title="Shared reviews"
      intro="Another store of your organization can show copies of your reviews, and you can show copies of its reviews. Copies always name their store, and are in no average, export or feed."
      actions={isEmpty ? undefined : actions}
    >
      <Loaded query={query}>
        {({ pages }) => {
          const grants = pages.flatMap(({ data }) => data)
          return grants.length === 0 ? (
            <Card>
              <EmptyState
                icon="link"
                title="No shared reviews yet"
                action={actions && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
              >
                Share the reviews of products that both stores sell. You get a code and enter it in the other store.
              </EmptyState>
            </Card>
          ) : (
            <div className="grid gap-4">
              <ul className="grid gap-4">
                {grants.map((each) => (
                  <GrantCard key={each.id} grant={each} />
                ))}
              </ul>
              {query.hasNextPage && (
                <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </div>
          )
        }}
      </Loaded>
      <p className="text-sm text-quiet">
        <a
          href="/docs/shared-reviews"
          target="_blank"
          rel="noopener"
          className="font-medium text-accent underline underline-offset-4"
        >
          Guide to shared reviews
        </a>
      </p>
      {open === 'offer' && <OfferDialog onClose={() => setOpen(undefined)} />}
      {open === 'accept' && <AcceptDialog onClose={() => setOpen(undefined)} />}
    </Page>
  )
}
