import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditEntry, auditLogQuery, storesQuery } from '../../../api/account.ts'
import { formatMoment } from '../../../components/dates.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { FilterSelect } from '../../../components/Field.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { PagedTable } from '../../../components/PagedTable.tsx'
import type { Column } from '../../../components/Table.tsx'
import { useStoreId } from '../../../shell/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { detailsText, partyText, useActorNames } from './words.ts'

export function AuditLogPage() {
  const [action, setAction] = useState('')
  return (
    <NeedsRole needs="ADMIN">
      <Page title="Audit log" intro="Who did what in the organization. Nothing can be changed or removed here.">
        <Card>
          <div className="border-b border-line p-3">
            <FilterSelect label="Action" value={action} onChange={(event) => setAction(event.target.value)}>
              <option value="">All actions</option>
              {actions.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </FilterSelect>
          </div>
          <Entries action={action} />
        </Card>
      </Page>
    </NeedsRole>
  )
}

/** The common ones; the log may hold others, which "All actions" shows. */
const actions = [
  'api_key.created',
  'api_key.revoked',
  'api_key.first_used',
  'member.invited',
  'member.joined',
  'member.updated',
  'member.removed',
  'store.updated',
  'review.deleted',
  'review.content_edited',
  'reviews.bulk_updated',
  'reviews.exported',
  'review.reports_resolved',
  'sending_domain.created',
  'sending_domain.deleted',
  'connection.created',
  'connection.removed',
  'storefront_secret.shown',
  'storefront_secret.rotated',
  'email_suppression.deleted',
]

function Entries({ action }: { action: string }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(auditLogQuery(storeId, action))
  const { data: stores = [] } = useQuery(storesQuery)
  const actors = useActorNames()
  const columns: Column<AuditEntry>[] = [
    {
      header: 'Action',
      cell: (entry) => <span className="font-mono text-xs font-medium sm:whitespace-nowrap">{entry.action}</span>,
    },
    { header: 'By', cell: ({ actor }) => <span className="break-words">{actors(actor)}</span> },
    { header: 'What', cell: ({ target }) => <span className="break-words">{partyText(target)}</span> },
    {
      header: 'Details',
      cell: ({ details, storeEnvId }) => (
        <span className="text-quiet wrap-anywhere">
          {[stores.find((each) => each.id === storeEnvId)?.name, detailsText(details)].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    {
      header: 'When',
      align: 'right',
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {formatMoment(at)}
        </time>
      ),
    },
  ]
  return (
    <PagedTable
      list={list}
      caption="Audit log"
      columns={columns}
      keyOf={(row) => row.id}
      empty={<EmptyState icon="log" title="Nothing of that kind" />}
    />
  )
}
