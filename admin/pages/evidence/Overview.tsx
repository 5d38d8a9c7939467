import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { headsQuery } from '../../api/reviews/evidence.ts'
import { meterQuery, type Suppression } from '../../api/reviews/moderation.ts'
import { Icon } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Tile } from '../../components/Tile.tsx'
import { formatDate } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

/** Shows numbers of the public page, for the last 30 days. */
export function Overview() {
  const storeId = useStoreId()
  const query = useQuery(meterQuery(storeId, '30d'))
  return (
    <Card title="Last 30 days">
      <Loaded query={query} rows={2}>
        {(meter) => <Numbers meter={meter} />}
      </Loaded>
    </Card>
  )
}

function Numbers({ meter: { byRating } }: { meter: Suppression }) {
  const sum = (name: 'received' | 'published' | 'withheld' | 'pending') =>
    byRating.reduce((all, row) => all + row[name], 0)
  const written = (n: number) => n.toLocaleString(shownLocale)
  const [received, approved] = [written(sum('received')), written(sum('published'))]
  return (
    <div className="grid gap-4 p-5 pt-3">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Tile name="Reviews received">{received}</Tile>
        <Tile name="Approved">{approved}</Tile>
        <Tile name="Withheld">{written(sum('withheld'))}</Tile>
        <Tile name="Pending">{written(sum('pending'))}</Tile>
      </dl>
      <LedgerState />
    </div>
  )
}

/** The ledger is signed every night, so a new store has no signature yet. */
function LedgerState() {
  const { data, isPending } = useInfiniteQuery(headsQuery(useStoreId()))
  const head = data?.pages[0]?.data[0]
  if (isPending)
    return <p aria-hidden="true" className="h-[1.3125rem] w-2/5 rounded bg-plain-wash motion-safe:animate-pulse" />
  if (!head) return null
  return (
    <p className="flex items-center gap-2 text-sm text-quiet">
      <Icon name="lock" className="size-4" />
      <span>
        {head.size.toLocaleString(shownLocale)} entries, last signed on{' '}
        <time dateTime={head.date}>{formatDate(head.date)}</time>
      </span>
    </p>
  )
}
