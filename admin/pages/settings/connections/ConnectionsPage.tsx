import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { emailSettingsQuery } from '../../../api/mail/email.ts'
import { type Connection, connectionsQuery } from '../../../api/shops/connectors.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card, Page } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { ConnectDialog } from './ConnectDialog.tsx'
import { providerNames, statusNames, statusTones } from './labels.ts'
import { ProviderMark } from './ProviderMark.tsx'

export function ConnectionsPage() {
  const { isAtLeast } = useRole()
  const [isConnecting, setIsConnecting] = useState(false)
  const connect = isAtLeast('ADMIN') ? () => setIsConnecting(true) : undefined
  return (
    <Page
      title="Connections"
      intro="Email marketing providers that send your review requests, or get events about reviews and points."
      actions={
        connect && (
          <Button look="primary" icon="plus" onClick={connect}>
            Connect a provider
          </Button>
        )
      }
    >
      <Connections onConnect={connect} />
      {isConnecting && <ConnectDialog onClose={() => setIsConnecting(false)} />}
    </Page>
  )
}

function Connections({ onConnect }: { onConnect: (() => void) | undefined }) {
  const storeId = useStoreId()
  const query = useQuery(connectionsQuery(storeId))
  const { data: settings } = useQuery(emailSettingsQuery(storeId))
  return (
    <Loaded query={query}>
      {(connections) =>
        connections.length === 0 ? (
          <NoConnections onConnect={onConnect} />
        ) : (
          <ConnectionList connections={connections} sender={settings?.provider} />
        )
      }
    </Loaded>
  )
}

function NoConnections({ onConnect }: { onConnect: (() => void) | undefined }) {
  return (
    <Card>
      <EmptyState
        icon="link"
        title="No providers connected"
        action={onConnect && <Button onClick={onConnect}>Connect a provider</Button>}
      >
        Evident sends review requests by default. If you use Klaviyo, Omnisend or Mailchimp, your own flow can send
        them. Evident still decides which customer is asked, and when.
      </EmptyState>
    </Card>
  )
}

function ConnectionList({ connections, sender }: { connections: Connection[]; sender: string | undefined }) {
  const storeId = useStoreId()
  return (
    <>
      <ul className="grid gap-4">
        {connections.map((each) => (
          <ConnectionCard key={each.id} connection={each} isSender={sender === each.id} />
        ))}
      </ul>
      {sender === 'evident' && (
        <p className="text-sm text-quiet">
          Evident sends the review requests at present.{' '}
          <Link
            to="/stores/$storeId/settings/email"
            params={{ storeId }}
            className="font-medium text-accent underline underline-offset-4"
          >
            Let a connection send them
          </Link>
        </p>
      )}
    </>
  )
}

function ConnectionCard({ connection, isSender }: { connection: Connection; isSender: boolean }) {
  const storeId = useStoreId()
  const { id, name, provider, status, apiKeyLast4, counts, lastAcceptedAt } = connection
  return (
    <li className="card relative flex items-center gap-4 p-4 hover:bg-hover sm:p-5">
      <ProviderMark provider={provider} />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <Link
            to="/stores/$storeId/settings/connections/$connectionId"
            params={{ storeId, connectionId: id }}
            className="min-w-0 font-semibold tracking-tight break-words after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
          <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
          {isSender && <Badge tone="accent">Sends the requests</Badge>}
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
          {name !== providerNames[provider] && <span>{providerNames[provider]}</span>}
          <span className="font-mono text-xs leading-[1.3125rem]">…{apiKeyLast4}</span>
          <span>
            {lastAcceptedAt ? (
              <>
                last event <Time at={lastAcceptedAt} />
              </>
            ) : (
              'no event yet'
            )}
          </span>
          {counts.pending > 0 && <span>{counts.pending.toLocaleString(shownLocale)} waiting</span>}
          {counts.dead > 0 && (
            <span className="font-medium text-danger">{counts.dead.toLocaleString(shownLocale)} given up</span>
          )}
        </p>
      </div>
      <Icon name="chevronRight" className="size-5 text-quiet" />
    </li>
  )
}
