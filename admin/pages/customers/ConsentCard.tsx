import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Activity } from '../../api/customers.ts'
import { type Suppression, suppressionsQuery } from '../../api/mail/suppressions.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Fact } from '../../components/Fact.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { AddDialog } from '../suppressions/AddDialog.tsx'
import { reasonNames, reasonTones, scopeNames } from '../suppressions/labels.ts'
import { RemoveDialog } from '../suppressions/RemoveDialog.tsx'

export function ConsentCard({ email, orders }: { email: string } & Pick<Activity, 'orders'>) {
  const list = useInfiniteQuery(suppressionsQuery(useStoreId(), { email }))
  const { isAtLeast } = useRole()
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Suppression>()
  return (
    <Card
      title="Consent"
      actions={
        isAtLeast('MEMBER') && (
          <Button size="small" look="quiet" icon="ban" onClick={() => setIsAdding(true)}>
            Stop emails
          </Button>
        )
      }
    >
      <dl className="grid gap-4 p-5 pt-3 text-sm">
        <MarketingConsent orders={orders} />
        <Loaded query={list} rows={1}>
          {({ pages }) => <Suppressions rows={pages.flatMap(({ data }) => data)} onRemove={setRemoving} />}
        </Loaded>
      </dl>
      <LoadMore {...list} />
      {isAdding && <AddDialog address={email} onClose={() => setIsAdding(false)} />}
      {removing && <RemoveDialog row={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}

/** The latest order with an answer about marketing decides, as it does for sequences. */
function MarketingConsent({ orders }: Pick<Activity, 'orders'>) {
  const answer = orders.find(({ acceptsMarketing }) => acceptsMarketing !== null)
  return (
    <Fact name="Marketing emails">
      {answer ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={answer.acceptsMarketing ? 'good' : 'warn'}>
            {answer.acceptsMarketing ? 'Agreed' : 'Declined'}
          </Badge>
          <span className="text-xs font-normal text-quiet">
            {`Order ${answer.orderNumber ?? answer.platformOrderId}, ${formatDay(answer.placedAt)}`}
          </span>
        </span>
      ) : (
        <span className="font-normal text-quiet">Unknown. The shop sent no answer with an order.</span>
      )}
    </Fact>
  )
}

type ListProps = { rows: readonly Suppression[]; onRemove(row: Suppression): void }

function Suppressions({ rows, onRemove }: ListProps) {
  const { isAtLeast } = useRole()
  if (rows.length === 0) {
    return (
      <Fact name="Suppressions">
        <span className="font-normal text-quiet">None. This customer can get emails.</span>
      </Fact>
    )
  }
  return (
    <Fact name="Suppressions">
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={reasonTones[row.reason]}>{reasonNames[row.reason]}</Badge>
            <span>{scopeNames[row.scope]}</span>
            <span className="text-xs font-normal text-quiet">{formatDay(row.createdAt)}</span>
            {isAtLeast(row.reason === 'complaint' ? 'ADMIN' : 'MEMBER') && (
              <Button size="small" look="quiet" className="ml-auto" onClick={() => onRemove(row)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Fact>
  )
}
