import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { emailSettingsQuery } from '../../../api/mail/email.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { type Connection, connectionQuery } from '../../../api/shops/connectors.ts'
import { BackLink } from '../../../components/BackLink.tsx'
import { Badge } from '../../../components/Badge.tsx'
import { buttonClass } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Page } from '../../../components/Page.tsx'
import { formatMoment } from '../../../components/values/dates.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { ConnectionActions } from './ConnectionActions.tsx'
import { ConnectionFacts } from './ConnectionFacts.tsx'
import { EventsCard } from './EventsCard.tsx'
import { FactsCard } from './FactsCard.tsx'
import { causeText, providerNames, statusNames, statusTones } from './labels.ts'

const whileWaitingMs = 3_000

export function ConnectionPage() {
  const storeId = useStoreId()
  const { connectionId } = useParams({ from: '/signed-in/stores/$storeId/settings/connections/$connectionId' })
  const query = useQuery({
    ...connectionQuery(storeId, connectionId),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? whileWaitingMs : false),
  })
  const { data: settings } = useQuery(emailSettingsQuery(storeId))
  return (
    <Loaded query={query} missing={<NoConnection />}>
      {(connection) => <ConnectionDetails connection={connection} isSender={settings?.provider === connection.id} />}
    </Loaded>
  )
}

function ConnectionDetails({ connection, isSender }: { connection: Connection; isSender: boolean }) {
  const storeId = useStoreId()
  return (
    <Page
      back={
        <BackLink to="/stores/$storeId/settings/connections" params={{ storeId }}>
          All connections
        </BackLink>
      }
      title={connection.name}
      intro={
        <span className="flex flex-wrap items-center gap-2">
          {providerNames[connection.provider]}
          <Badge tone={statusTones[connection.status]}>{statusNames[connection.status]}</Badge>
          {isSender && <Badge tone="accent">Sends the requests</Badge>}
        </span>
      }
      actions={<ConnectionActions connection={connection} isSender={isSender} />}
    >
      <ConnectionStatus connection={connection} />
      <ConnectionFacts connection={connection} />
      <FactsCard connection={connection} />
      <EventsCard connection={connection} />
    </Page>
  )
}

const isUnderWay = ({ status, counts, pausedUntil }: Connection) =>
  status === 'active' && counts.pending > 0 && (pausedUntil === null || Date.parse(pausedUntil) < serverNowMs())

function ConnectionStatus({
  connection: { status, statusReason, provider, pausedUntil, counts },
}: {
  connection: Connection
}) {
  const name = providerNames[provider]
  const waiting = counts.pending > 0 ? ` ${counts.pending.toLocaleString(shownLocale)} wait now.` : ''
  if (status === 'needs_reauth')
    return (
      <Notice tone="danger">
        {statusReason === 'audience_unknown'
          ? `${name} does not know the audience. Events wait until you enter another one under “Name and events”.`
          : `${name} has refused the key${statusReason ? `: ${causeText(statusReason)}` : ''}. Events wait until there is a new one.`}
        {waiting}
      </Notice>
    )
  if (status === 'paused')
    return <Notice tone="warn">Paused: events wait until you resume it, and no requests are sent.{waiting}</Notice>
  if (pausedUntil && Date.parse(pausedUntil) > serverNowMs())
    return (
      <Notice>
        {name} asked us to wait, or is not reachable. Sending resumes automatically at {formatMoment(pausedUntil)}.
        {waiting}
      </Notice>
    )
  return null
}

function NoConnection() {
  const storeId = useStoreId()
  return (
    <EmptyState
      icon="link"
      title="Connection not found"
      action={
        <Link to="/stores/$storeId/settings/connections" params={{ storeId }} className={buttonClass()}>
          All connections
        </Link>
      }
    >
      It was removed, or it belongs to another store.
    </EmptyState>
  )
}
