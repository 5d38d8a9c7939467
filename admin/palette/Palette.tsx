import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchDialog } from '../components/dialogs/SearchDialog.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { useSettled } from '../components/forms/use-settled.ts'
import { Icon, type IconName } from '../components/Icon.tsx'
import { SearchGroup, SearchItem, SearchList } from '../components/lists/SearchList.tsx'
import { type Visit, visits } from '../components/visits.ts'
import { useSettingsPages } from '../shell/store/settings-pages.ts'
import { useRole } from '../shell/store/use-store.ts'
import { reviewedName } from '../state/reviewed-name.ts'
import { Found } from './Found.tsx'
import { pagesFor, palettePages } from './pages.ts'
import { customerSearch, guidesFor, guidesQuery, orderSearch, productSearch, reviewSearch } from './searches.ts'

export function Palette({ storeId, onClose }: { storeId: string; onClose(): void }) {
  const [text, setText] = useState('')
  const asked = useSettled(text.trim())
  const pages = palettePages({ ...useRole(), settingsPages: useSettingsPages() })
  const isAsking = asked.length > 1
  const reviews = useQuery(reviewSearch(storeId, asked))
  const products = useQuery(productSearch(storeId, asked))
  const orders = useQuery(orderSearch(storeId, asked))
  const customers = useQuery(customerSearch(storeId, asked))
  const guides = useQuery({ ...guidesQuery, enabled: isAsking })
  const navigate = useNavigate()
  const { history } = useRouter()
  const go = (to: string, params: Record<string, string> = {}, search = {}) => {
    onClose()
    void navigate({ to, params: { storeId, ...params }, search } as never)
  }

  const reopen = (path: string) => {
    onClose()
    history.push(path)
  }

  const fitting = pagesFor(pages, text)
  const sections = isAsking && guides.data ? guidesFor(guides.data, asked) : []
  const searches = [reviews, products, orders, customers]
  const isSearching = text.trim() !== asked || searches.some(({ isFetching }) => isFetching)
  const found = searches.reduce((sum, { data }) => sum + (isAsking ? (data?.length ?? 0) : 0), 0)
  const count = fitting.length + found + sections.length
  const recent = text.trim() === '' ? recentVisits(storeId) : []
  const hasFailed = searches.some(({ isError }) => isError)

  return (
    <SearchDialog title="Search" onClose={onClose}>
      <SearchList
        label="Search"
        placeholder="Search everything"
        text={text}
        onText={setText}
        isSearching={text.trim() !== '' && isSearching}
        count={text.trim() === '' || isSearching ? undefined : count}
        note={
          text.trim() !== '' &&
          !isSearching &&
          count === 0 &&
          !hasFailed && (
            <EmptyState icon="search" title="Nothing found">
              Try fewer words, a whole order number, or the beginning of an email address.
            </EmptyState>
          )
        }
      >
        <Recent visits={recent} onOpen={reopen} />
        {fitting.length > 0 && (
          <SearchGroup name="Pages">
            {fitting.slice(0, text.trim() === '' ? undefined : 6).map(({ to, label, within }) => (
              <SearchItem key={to} id={to} onSelect={() => go(to)}>
                <Line icon="chevronRight" name={label} more={within} />
              </SearchItem>
            ))}
          </SearchGroup>
        )}
        {/* All results appear together, because Enter opens the first result in the list, not the first to load. */}
        {!isSearching && (
          <>
            <Found name="Reviews" search={reviews}>
              {({ id, title, body, authorName, product }) => (
                <SearchItem
                  key={id}
                  id={`review ${id}`}
                  onSelect={() => go('/stores/$storeId/reviews/$reviewId', { reviewId: id }, { status: 'all' })}
                >
                  <Line
                    icon="star"
                    name={title || body || 'No words, only stars'}
                    more={`${authorName} · ${reviewedName({ product })}`}
                  />
                </SearchItem>
              )}
            </Found>
            <Found name="Products" search={products}>
              {({ id, title, platformProductId }) => (
                <SearchItem
                  key={id}
                  id={`product ${id}`}
                  onSelect={() => go('/stores/$storeId/products/$productId', { productId: id })}
                >
                  <Line icon="box" name={title ?? platformProductId} more={platformProductId} />
                </SearchItem>
              )}
            </Found>
            <Found name="Orders" search={orders}>
              {({ id, orderNumber, platformOrderId, customerName }) => (
                <SearchItem
                  key={id}
                  id={`order ${id}`}
                  onSelect={() => go('/stores/$storeId/orders/$orderId', { orderId: id })}
                >
                  <Line icon="receipt" name={orderNumber ?? platformOrderId} more={customerName ?? ''} />
                </SearchItem>
              )}
            </Found>
            <Found name="Customers" search={customers}>
              {({ id, name, email, emailLast4 }) =>
                email && (
                  <SearchItem
                    key={id}
                    id={`customer ${id}`}
                    onSelect={() => go('/stores/$storeId/customers/$email', { email })}
                  >
                    <Line icon="people" name={name ?? email ?? emailLast4} more={name ? email : ''} />
                  </SearchItem>
                )
              }
            </Found>
            {sections.length > 0 && (
              <SearchGroup name="Guides">
                {sections.map(({ title, within, href }) => (
                  <SearchItem
                    key={href}
                    id={href}
                    onSelect={() => {
                      onClose()
                      window.open(href, '_blank', 'noopener')
                    }}
                  >
                    <Line icon="external" name={title} more={within} />
                  </SearchItem>
                ))}
              </SearchGroup>
            )}
          </>
        )}
      </SearchList>
    </SearchDialog>
  )
}

const recentVisits = (storeId: string): Visit[] =>
  visits()
    .filter(({ path }) => path.includes(`/stores/${storeId}/`) && path !== location.pathname)
    .slice(0, 6)

function Recent({ visits, onOpen }: { visits: readonly Visit[]; onOpen(path: string): void }) {
  if (visits.length === 0) return null
  return (
    <SearchGroup name="Recently visited">
      {visits.map(({ path, title }) => (
        <SearchItem key={path} id={`recent ${path}`} onSelect={() => onOpen(path)}>
          <Line icon="clock" name={title} more="" />
        </SearchItem>
      ))}
    </SearchGroup>
  )
}

function Line({ icon, name, more }: { icon: IconName; name: string; more: string }) {
  return (
    <>
      <Icon name={icon} className="size-[1.125rem] text-quiet" />
      <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
        {name}
      </span>
      {more && (
        <span dir="auto" className="max-w-[45%] truncate text-xs text-quiet">
          {more}
        </span>
      )}
    </>
  )
}
