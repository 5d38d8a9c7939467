import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AttentionItem, attentionQuery } from '../../api/analytics.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { choosePlace, findGuide } from './attention-places.ts'
import { isShownOnHome } from './attention-shown.ts'
import { formatDetail, formatTitle } from './attention-texts.ts'

/** A person would never finish a longer list. A button shows the rest. */
const atFirst = 4

export function AttentionCard() {
  const query = useQuery(attentionQuery(useStoreId()))
  return (
    <Card title="Needs attention">
      <div className="flex min-h-[14rem] flex-col">
        <Loaded query={query} rows={5}>
          {({ attention }) => {
            const items = attention.filter((item) => isShownOnHome(item, serverNowMs()))
            return items.length === 0 ? (
              <EmptyState icon="check" title="Nothing needs attention">
                Reviews to decide on, questions, failed email and all other open tasks appear here.
              </EmptyState>
            ) : (
              <Items items={items} />
            )
          }}
        </Loaded>
      </div>
    </Card>
  )
}

function Items({ items }: { items: AttentionItem[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, atFirst)
  return (
    <>
      <ul aria-label="Needs attention" className="pt-2">
        {shown.map((item) => (
          <li key={item.kind} className="border-t border-line first:border-0">
            <Row item={item} />
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <div className="border-t border-line p-3">
          <Button size="small" look="quiet" onClick={() => setIsWhole(true)}>
            Show all {items.length}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ item }: { item: AttentionItem }) {
  const storeId = useStoreId()
  const detail = formatDetail(item)
  const guide = findGuide(item)
  const inside = (
    <>
      <span className="grid min-w-0 flex-1">
        <span className="text-sm font-medium">
          {formatTitle(item)}
          {item.urgent && <span className="sr-only"> (urgent)</span>}
        </span>
        {detail && (
          <span className={`text-xs ${item.urgent ? 'font-medium text-danger' : 'text-quiet'}`}>{detail}</span>
        )}
      </span>
      {item.urgent && !detail && <Icon name="warning" className="size-5 text-danger" />}
      <Icon name="chevronRight" className="size-5 text-quiet" />
    </>
  )
  const look = 'flex items-center gap-3 px-5 py-2.5 -outline-offset-2 hover:bg-hover'
  if (guide)
    return (
      <a href={guide} target="_blank" rel="noopener" className={look}>
        {inside}
      </a>
    )
  return (
    <Link {...choosePlace(storeId, item)} className={look}>
      {inside}
    </Link>
  )
}
