import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Webhook, webhooksQuery } from '../../../api/shops/webhooks.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { type Column, Table } from '../../../components/lists/Table.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { PlanNotice } from '../../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { chooseStatus, eventsText, makerText, nameOf } from './names.ts'
import { SignatureNotice } from './SignatureNotice.tsx'

export function WebhooksPage() {
  const query = useQuery(webhooksQuery(useStoreId()))
  const gate = usePlanGate('outbound_webhooks')
  const [isMaking, setIsMaking] = useState(false)
  const mayWrite = useRole().isAtLeast('ADMIN') && gate?.enabled !== false
  const make = () => setIsMaking(true)
  return (
    <Page
      title="Webhooks"
      intro="Events about reviews, requests, points and leads for your other systems: signed, retried for 28 hours, and stored for 30 days to send them again."
      actions={
        mayWrite && (
          <Button look="primary" icon="plus" onClick={make}>
            Add a webhook
          </Button>
        )
      }
    >
      {gate?.enabled === false && (
        <Card>
          <PlanNotice feature="outbound_webhooks" name="Webhooks">
            Your webhooks and their deliveries stay.
          </PlanNotice>
        </Card>
      )}
      <SignatureNotice />
      <Card>
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState
                icon="link"
                title="No webhooks yet"
                action={mayWrite && <Button onClick={make}>Add a webhook</Button>}
              >
                You need the address of a program of yours that accepts a POST request.{' '}
                <a href="/docs/webhooks" target="_blank" rel="noopener" className="underline">
                  The guide
                </a>{' '}
                has one in twenty lines.
              </EmptyState>
            ) : (
              <Table caption="Webhooks" columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Card>
      {isMaking && <NewWebhookDialog onClose={() => setIsMaking(false)} />}
    </Page>
  )
}

const columns: Column<Webhook>[] = [
  { header: 'Webhook', cell: (webhook) => <Name {...webhook} /> },
  {
    header: 'Status',
    cell: (webhook) => <Badge tone={chooseStatus(webhook).tone}>{chooseStatus(webhook).name}</Badge>,
  },
  {
    header: 'Events',
    cell: (webhook) => <span className="line-clamp-2 text-quiet wrap-anywhere">{eventsText(webhook)}</span>,
  },
  { header: 'Added', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

function Name(webhook: Webhook) {
  const { id, url } = webhook
  const storeId = useStoreId()
  const maker = makerText(webhook)
  return (
    <span className="grid min-w-0">
      <Link
        to="/stores/$storeId/settings/webhooks/$webhookId"
        params={{ storeId, webhookId: id }}
        dir="auto"
        className="font-semibold wrap-anywhere hover:underline"
      >
        {nameOf(webhook)}
      </Link>
      <span dir="ltr" className="text-xs break-all text-quiet">
        {url}
      </span>
      {maker && <span className="text-xs text-quiet wrap-anywhere">{maker}</span>}
    </span>
  )
}
