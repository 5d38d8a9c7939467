import { useInfiniteQuery } from '@tanstack/react-query'
import { headsQuery } from '../../api/reviews/evidence.ts'
import { Badge } from '../../components/Badge.tsx'
import { shownLocale } from '../../components/locale.ts'
import { formatDate } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

/** The ledger is signed every night, so a new store has no signature yet. The link leads to the means to verify it. */
export function LedgerState() {
  const storeId = useStoreId()
  const { data, isPending } = useInfiniteQuery(headsQuery(storeId))
  const head = data?.pages[0]?.data[0]
  if (isPending)
    return (
      <p aria-hidden="true" className="mx-5 mt-5 h-[1.375rem] w-2/5 rounded bg-plain-wash motion-safe:animate-pulse" />
    )
  return (
    <p className="flex min-h-[2.625rem] flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-5 text-sm">
      {head ? (
        <>
          <Badge tone="good" icon="check">
            Signed
          </Badge>
          <span>
            {head.size.toLocaleString(shownLocale)} entries, last signed on{' '}
            <time dateTime={head.date}>{formatDate(head.date)}</time>
          </span>
        </>
      ) : (
        <span className="text-quiet">Nothing is signed yet.</span>
      )}
      <a href={`/evidence/${storeId}`} target="_blank" rel="noopener" className="underline underline-offset-4">
        Verify on the public page
      </a>
    </p>
  )
}
