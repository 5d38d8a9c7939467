import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Order, type OrderFilters, ordersQuery, requestCountsQuery } from '../../api/orders.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FullAddressHint } from '../../components/FullAddressHint.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { ProductPicture } from '../../components/ProductPicture.tsx'
import { formatAgo, formatMoment } from '../../components/values/dates.ts'
import { useSearchText } from '../../shell/filters.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import { sentence } from '../../texts/sentence.ts'
import { MailTabs } from '../messages/MailTabs.tsx'
import { SendingNotice } from '../messages/SendingNotice.tsx'
import { FormOpenings } from '../orders/FormOpenings.tsx'
import { RequestActions } from '../orders/RequestActions.tsx'
import { stateNames } from '../orders/requests.ts'
import { SearchNote } from '../orders/SearchNote.tsx'
import { searchTargetIn } from '../orders/search.ts'
import { FunnelCard } from './FunnelCard.tsx'
import { SettingsSummaryCard } from './SettingsSummaryCard.tsx'
import { type RequestTab, requestTabs } from './search.ts'

export function RequestsPage() {
  const { state = 'scheduled' } = useSearch({ from: '/signed-in/stores/$storeId/requests' })
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [text, setText] = useSearchText()
  const target = searchTargetIn(text)
  const isHalf = target === 'half an address'
  const sought = isHalf ? undefined : target
  return (
    <Page
      title="Review requests"
      intro="Recipients, times and results."
      actions={
        isAtLeast('ADMIN') && (
          <Link to="/stores/$storeId/ask" params={{ storeId }} className={buttonClass('primary')}>
            Ask for a review
          </Link>
        )
      }
    >
      <MailTabs isInPage />
      <SendingNotice />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <FunnelCard />
        <SettingsSummaryCard />
      </div>
      <Card>
        <div className="flex border-b border-line p-3">
          <SearchBox label="Order number, name or full email" value={text} onSearch={setText} />
        </div>
        <Tabs sought={sought} />
        {isHalf ? (
          <FullAddressHint />
        ) : (
          <>
            <SearchNote sought={sought} />
            <RequestList state={state} sought={sought} />
          </>
        )}
      </Card>
    </Page>
  )
}

function Tabs({ sought }: { sought: OrderFilters | undefined }) {
  const storeId = useStoreId()
  const { data: counts } = useQuery(requestCountsQuery(storeId, sought))
  return (
    <nav aria-label="State of the request" className="sideways border-b border-line px-5">
      <ul className="flex gap-5">
        {requestTabs.map((tab) => (
          <li key={tab}>
            <Link
              to="/stores/$storeId/requests"
              params={{ storeId }}
              search={(before) => ({ ...before, state: tab === 'scheduled' ? undefined : tab })}
              state
              activeOptions={{ includeSearch: true, explicitUndefined: true }}
              resetScroll={false}
              className="tab"
            >
              {stateNames[tab]}
              <span className="text-xs text-quiet tabular-nums">{counts?.[tab].toLocaleString(shownLocale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RequestList({ state, sought }: { state: RequestTab; sought: OrderFilters | undefined }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(ordersQuery(storeId, { ...sought, reviewRequestState: state, ...sorts[state] }))
  return (
    <PagedTable
      list={list}
      caption={`${stateNames[state]} requests`}
      columns={buildColumns(storeId, state)}
      keyOf={(row) => row.id}
      empty={
        sought ? (
          <EmptyState icon="search" title="No matching requests">
            Enter a whole order number, or the beginning of a first or last name. The request may be in another tab.
          </EmptyState>
        ) : (
          <EmptyState icon="send" title={emptyTitles[state]}>
            {emptyTexts[state]}
          </EmptyState>
        )
      }
    />
  )
}

/** Scheduled requests: next due first. Sent requests: latest first. All others: in order of arrival. */
const sorts: Partial<Record<RequestTab, Pick<OrderFilters, 'sort'>>> = {
  scheduled: { sort: 'scheduledFor' },
  sent: { sort: 'sentAt' },
}

const emptyTitles: Record<RequestTab, string> = {
  scheduled: 'Nothing is scheduled',
  sent: 'No requests sent yet',
  skipped: 'Nothing was skipped',
  failed: 'Nothing failed',
}

const emptyTexts: Record<RequestTab, string> = {
  scheduled: 'Orders from your shop are scheduled automatically and appear here until they are due.',
  sent: 'Sent requests and their results appear here.',
  skipped: 'Skipped requests appear here with the reason, such as no address, unsubscribed or too old.',
  failed: 'Requests that could not be sent appear here with the reason.',
}

function buildColumns(storeId: string, state: RequestTab): Column<Order>[] {
  const order: Column<Order> = {
    header: 'Order',
    cell: ({ id, orderNumber, platformOrderId, customerName, email }) => (
      <span className="grid">
        <Link
          to="/stores/$storeId/orders/$orderId"
          params={{ storeId, orderId: id }}
          className="font-semibold break-all underline-offset-4 hover:underline"
        >
          {orderNumber ?? platformOrderId}
        </Link>
        <span className="text-xs break-all text-quiet">{customerName ?? email ?? 'Buyer without a name'}</span>
      </span>
    ),
  }
  return [order, products, ...columns[state], actions]
}

const products: Column<Order> = { header: 'Products', cell: ({ lineItems }) => <Products lineItems={lineItems} /> }

function Products({ lineItems: [first, ...others] }: Pick<Order, 'lineItems'>) {
  if (!first) return <span className="text-quiet">–</span>
  const title = first.title ?? first.sku ?? first.platformProductId
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ProductPicture productId={first.productId} title={title} isSmall />
      <span className="grid min-w-0">
        <span dir="auto" className="line-clamp-1 wrap-anywhere">
          {title ?? 'Unknown product'}
        </span>
        {others.length > 0 && (
          <span className="text-xs text-quiet">
            {others.length === 1 ? 'and one other' : `and ${others.length} others`}
          </span>
        )}
      </span>
    </span>
  )
}

const reason: Column<Order> = {
  header: 'Why',
  cell: ({ reviewRequest }) => <span>{reviewRequest?.reason ? sentence(reasonText(reviewRequest.reason)) : '–'}</span>,
}

const actions: Column<Order> = {
  header: 'Actions',
  isHeaderHidden: true,
  align: 'right',
  cell: (order) => <RequestActions order={order} size="small" />,
}

const columns: Record<RequestTab, Column<Order>[]> = {
  scheduled: [
    {
      header: 'Goes out',
      sorted: { direction: 'asc' },
      cell: ({ reviewRequest }) => <When at={reviewRequest?.scheduledFor} isAhead />,
    },
  ],
  sent: [
    { header: 'Sent', sorted: { direction: 'desc' }, cell: ({ reviewRequest }) => <When at={reviewRequest?.sentAt} /> },
    {
      header: 'Reminders',
      cell: ({ reviewRequest }) => <span className="tabular-nums">{reviewRequest?.remindersSent ?? 0}</span>,
    },
    { header: 'Form', cell: (order) => <FormOpenings order={order} /> },
  ],
  skipped: [reason],
  failed: [reason],
}

/** A due request is sent within minutes, unless quiet hours, a limit or a pause delay it. */
function When({ at, isAhead = false }: { at: string | null | undefined; isAhead?: boolean }) {
  if (!at) return <span className="text-quiet">–</span>
  return (
    <time dateTime={at} className="grid whitespace-nowrap">
      <span>{isAhead && Date.parse(at) <= serverNowMs() ? 'Due now' : sentence(formatAgo(at))}</span>
      <span className="text-xs text-quiet">{formatMoment(at)}</span>
    </time>
  )
}
