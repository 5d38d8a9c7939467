import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DestinationKind, destinationsQuery } from '../../../api/shops/destinations.ts'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { AddDialog } from './AddDialog.tsx'
import { DestinationCard } from './DestinationCard.tsx'
import { MoreDestinations } from './MoreDestinations.tsx'

export function DestinationsPage() {
  const { isAtLeast } = useRole()
  const query = useQuery(destinationsQuery(useStoreId()))
  const [adding, setAdding] = useState<DestinationKind | 'any'>()
  const add = isAtLeast('ADMIN') ? () => setAdding('any') : undefined
  const used = query.data?.map(({ kind }) => kind) ?? []
  return (
    <Page
      title="Destinations"
      intro="Places outside your shop that show your approved reviews, or the stars of your products. A withdrawn review is removed there within a minute."
      actions={
        add &&
        used.length > 0 && (
          <Button look="primary" icon="plus" onClick={add}>
            Add a destination
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(destinations) =>
          destinations.length === 0 ? (
            <Card>
              <EmptyState
                icon="link"
                title="No destinations yet"
                action={add && <Button onClick={add}>Add a destination</Button>}
              >
                Show your reviews in Google Shopping, and the stars of products in your shop's own fields. Every
                approved review counts, with any number of stars.
              </EmptyState>
            </Card>
          ) : (
            <ul className="grid gap-4">
              {destinations.map((each) => (
                <DestinationCard key={each.id} destination={each} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {add && used.length > 0 && <MoreDestinations used={used} onChoose={setAdding} />}
      <p className="text-sm text-quiet">
        <a
          href="/docs/destinations"
          target="_blank"
          rel="noopener"
          className="font-medium text-accent underline underline-offset-4"
        >
          Guide to destinations
        </a>
      </p>
      {adding && (
        <AddDialog used={used} chosen={adding === 'any' ? undefined : adding} onClose={() => setAdding(undefined)} />
      )}
    </Page>
  )
}
