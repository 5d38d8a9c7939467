import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Message, type MessageFilters, messagesQuery, sendingQuery } from '../../api/mail/email.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { Badge } from '../../components/Badge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FullAddressHint } from '../../components/FullAddressHint.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column, ColumnSort } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { shareText } from '../../components/values/share.ts'
import { Time } from '../../components/values/Time.tsx'
import { useFilterChange, useSearchAddress } from '../../shell/filters.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { useSorted } from '../../shell/sorting.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText, templateName, templateNames } from './labels.ts'
import { MailTabs } from './MailTabs.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { RetryButton } from './RetryButton.tsx'
import { SendingNotice } from './SendingNotice.tsx'
import { type MessageSearch, sorting } from './search.ts'
import { stateNames, stateTones } from './states.ts'

export function MessagesPage() {
  const search = useSearch({ from: '/signed-in/stores/$storeId/email/messages' })
  const change = useFilterChange<MessageSearch>()
  const { text, setText, email, isHalf } = useSearchAddress()
  return (
    <Page title="Messages" intro="Every email to your customers, with its status. Stored for 400 days.">
      <MailTabs isInPage />
      <SendingNotice />
      <Reception />
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Find by full email address" value={text} onSearch={setText} />
          <FilterSelect
            label="State"
            value={search.state ?? ''}
            onChange={(event) => change({ state: parseChoice(stateNames, event.target.value) })}
          >
            <option value="">All statuses</option>
            <Options names={stateNames} />
          </FilterSelect>
          <FilterSelect
            label="Email"
            value={search.template ?? ''}
            onChange={(event) => change({ template: event.target.value || undefined })}
          >
            <option value="">Any email</option>
            <Options names={templateNames} />
          </FilterSelect>
        </div>
        {isHalf ? <FullAddressHint /> : <MessageList filters={{ ...search, ...(email && { email }) }} />}
      </Card>
    </Page>
  )
}

/** Shows the bounces and complaints among the last thousand mails that have an unsubscribe link. */
function Reception() {
  const { data } = useQuery(sendingQuery(useStoreId()))
  if (!data || data.reception.messages === 0) return null
  const { messages, hardBounces, complaints } = data.reception
  const numbers = [
    ['Sent recently', messages.toLocaleString(shownLocale), 'at most the last 1,000 with an unsubscribe link'],
    [
      'Bounced',
      share(hardBounces, messages),
      `${hardBounces.toLocaleString(shownLocale)} to addresses that do not exist`,
    ],
    ['Complaints', share(complaints, messages), `${complaints.toLocaleString(shownLocale)} reported as unwanted`],
    [
      'Waiting',
      data.waiting.toLocaleString(shownLocale),
      data.waiting === 0 ? 'No emails are waiting' : 'waiting to be sent',
    ],
  ] as const
  return (
    <dl className="card grid grid-cols-2 gap-x-6 gap-y-4 p-5 lg:grid-cols-4">
      {numbers.map(([name, value, note]) => (
        <div key={name} className="grid content-start gap-0.5">
          <dt className="text-sm text-quiet">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          <dd className="text-xs text-quiet">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

const share = (part: number, whole: number) => shareText(whole === 0 ? 0 : part / whole)

function MessageList({ filters }: { filters: MessageFilters }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery({
    ...messagesQuery(storeId, filters),
    // Polls only on the first page: a reader further down looks for something older.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.data.some(isOnItsWay) ? whileWaitingMs : false,
  })
  const [opened, setOpened] = useState<Message>()
  const sorted = useSorted(sorting, filters)
  const { direction, ...narrowed } = filters
  return (
    <>
      <PagedTable
        list={list}
        caption="Messages"
        columns={buildColumns(setOpened, sorted('createdAt'))}
        keyOf={(row) => row.id}
        empty={
          Object.values(narrowed).some(Boolean) ? (
            <EmptyState icon="search" title="No matching messages" />
          ) : (
            <EmptyState icon="mail" title="No email yet">
              Review requests, reminders, confirmations and your replies appear here as soon as they are due.
            </EmptyState>
          )
        }
      />
      {opened && <MessageDialog message={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const whileWaitingMs = 5_000

/** The list polls for a message that is due within five minutes, because people watch such a message. */
const soonMs = 300_000

const isOnItsWay = ({ state, dueAt }: Message) =>
  state === 'sending' || (state === 'queued' && Date.parse(dueAt ?? '') <= serverNowMs() + soonMs)

const buildColumns = (onOpen: (message: Message) => void, sorted: ColumnSort): Column<Message>[] => [
  {
    header: 'To',
    cell: (message) => (
      <span className="grid justify-items-start">
        <button
          type="button"
          onClick={() => onOpen(message)}
          className="text-left font-semibold break-all underline-offset-4 hover:underline"
        >
          {message.recipient ?? `…${message.recipientLast4 ?? ''}`}
        </button>
        <span className="text-xs text-quiet">{message.subject ?? templateName(message.template)}</span>
      </span>
    ),
  },
  { header: 'Email', cell: ({ template }) => <span className="sm:whitespace-nowrap">{templateName(template)}</span> },
  { header: 'Status', cell: (message) => <State message={message} /> },
  { header: 'Created', align: 'right', sorted, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (message) => (message.state === 'failed' ? <RetryButton message={message} /> : null),
  },
]

function State({ message: { state, reason, bounce, complainedAt } }: { message: Message }) {
  return (
    <span className="grid gap-1 max-sm:justify-items-end">
      <span className="flex flex-wrap gap-1 max-sm:justify-end">
        <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
        {bounce && <Badge tone={bounce === 'hard' ? 'danger' : 'warn'}>Bounced</Badge>}
        {complainedAt && <Badge tone="danger">Complaint</Badge>}
      </span>
      {reason && <span className="text-xs text-quiet">{reasonText(reason)}</span>}
    </span>
  )
}
