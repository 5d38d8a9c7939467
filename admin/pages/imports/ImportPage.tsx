import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { faqsKey } from '../../api/content/faqs.ts'
import { loyaltyKey } from '../../api/loyalty.ts'
import { reviewsKey } from '../../api/reviews/reviews.ts'
import { type Import, importQuery, isUnderWay } from '../../api/shops/imports.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { Button, buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { fileOfCheck } from '../../state/chosen-files.ts'
import { DateQuestion } from './DateQuestion.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportStatus } from './ImportsPage.tsx'
import { formatName } from './labels.ts'
import { RowReport } from './RowReport.tsx'
import { RowsByType } from './RowsByType.tsx'
import { useImport } from './use-import.ts'

export function ImportPage() {
  const storeId = useStoreId()
  const { importId } = useParams({ from: '/signed-in/stores/$storeId/imports/$importId' })
  const query = useQuery(importQuery(storeId, importId))
  useFreshReviews(query.data)
  const back = (
    <BackLink to="/stores/$storeId/imports" params={{ storeId }}>
      All imports
    </BackLink>
  )
  const missing = (
    <EmptyState icon="search" title="There is no such import" action={back}>
      It belongs to another store, or its address is mistyped.
    </EmptyState>
  )
  return (
    <Loaded query={query} missing={missing}>
      {(row) => (
        <Page
          key={row.id}
          back={back}
          title={row.fileName ?? 'Import'}
          intro={
            <span className="flex flex-wrap items-center gap-2 text-sm">
              <ImportStatus row={row} />
              {formatName(row.format)}
            </span>
          }
        >
          {row.error && <Notice tone="danger">{row.error.message}</Notice>}
          <ImportProgress row={row} />
          {row.warnings.map((warning) => (
            <Notice key={warning.code + warning.message} tone="warn">
              {warning.message}
            </Notice>
          ))}
          {!isUnderWay(row) && <NextStep row={row} />}
          {!isUnderWay(row) &&
            row.processed > 0 &&
            (row.rowsByType ? <RowsByType row={row} /> : <RowReport row={row} />)}
        </Page>
      )}
    </Loaded>
  )
}

/** Refetches cached lists after the import, because they lack the new reviews and members. */
function useFreshReviews(row: Import | undefined) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const isDone = row?.status === 'completed' && !row.dryRun
  useEffect(() => {
    if (!isDone) return
    void queryClient.invalidateQueries({ queryKey: reviewsKey(storeId) })
    void queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
  }, [isDone, queryClient, storeId])
}

function NextStep({ row }: { row: Import }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const sending = useImport()
  const { data: chosen } = useQuery({
    queryKey: [storeId, 'checked-file', row.id],
    queryFn: () => fileOfCheck(row.id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (row.status === 'failed') return <AfterFailure row={row} />
  if (!row.dryRun) {
    if (row.imported + row.updated === 0) return null
    if (row.kind === 'loyalty_balances')
      return (
        <div>
          <Link to="/stores/$storeId/loyalty/members" params={{ storeId }} className={buttonClass('primary')}>
            See the members
          </Link>
        </div>
      )
    if (row.kind === 'faqs')
      return (
        <div>
          <Link
            to="/stores/$storeId/faqs"
            params={{ storeId }}
            className={buttonClass('primary')}
            onClick={() => void client.invalidateQueries({ queryKey: faqsKey(storeId) })}
          >
            See the FAQs
          </Link>
        </div>
      )
    if (row.kind === 'products')
      return (
        <div>
          <Link
            to="/stores/$storeId/products"
            params={{ storeId }}
            className={buttonClass('primary')}
            onClick={() => void client.invalidateQueries({ queryKey: [storeId, 'products'] })}
          >
            See the products
          </Link>
        </div>
      )
    if (row.kind === 'orders')
      return (
        <div>
          <Link
            to="/stores/$storeId/requests"
            params={{ storeId }}
            className={buttonClass('primary')}
            onClick={() => void client.invalidateQueries({ queryKey: [storeId, 'orders'] })}
          >
            View requests
          </Link>
        </div>
      )
    return (
      <div>
        <Link
          to="/stores/$storeId/reviews"
          params={{ storeId }}
          search={
            row.kind === 'archive'
              ? {}
              : { imported: true, ...(row.reviewStatus === 'approved' && { status: 'approved' }) }
          }
          className={buttonClass('primary')}
        >
          {row.kind === 'archive' ? 'See the reviews' : 'See the imported reviews'}
        </Link>
      </div>
    )
  }
  const count = row.imported + row.updated
  return (
    <>
      {chosen && <DateQuestion row={row} chosen={chosen} sending={sending} />}
      <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold tracking-tight">This was a check. Nothing has been written.</p>
          <p className="text-sm text-quiet">
            {count === 0
              ? 'No row of the file would be imported.'
              : chosen
                ? `${formatCount(row, count)} would be imported. You can correct failed rows in the file and upload them again later.`
                : row.kind === 'archive'
                  ? `${formatCount(row, count)} would be restored. Send the archive again without dryRun to restore it.`
                  : 'Choose the file again on the Imports page to import it.'}
          </p>
          {sending.error && <Notice tone="danger">{sending.error.message}</Notice>}
        </div>
        {chosen && count > 0 && (
          <Button
            look="primary"
            isBusy={sending.isPending}
            onClick={() => sending.mutate({ ...chosen, dryRun: false })}
          >
            Import now
          </Button>
        )}
      </div>
    </>
  )
}

const nouns = {
  reviews: ['One review', 'reviews'],
  loyalty_balances: ['One balance', 'balances'],
  faqs: ['One FAQ', 'FAQs'],
  products: ['One product', 'products'],
  orders: ['One order', 'orders'],
  archive: ['One row', 'rows'],
} as const

const formatCount = ({ kind }: Import, count: number): string => {
  const [one, many] = nouns[kind]
  return count === 1 ? one : `${count.toLocaleString(shownLocale)} ${many}`
}

/**
 * After a failed import, the person corrects the file and uploads all of it again. Rows that were already imported are
 * recognized.
 */
function AfterFailure({ row }: { row: Import }) {
  const storeId = useStoreId()
  const isPartlyIn = !row.dryRun && row.imported + row.updated > 0
  return (
    <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold tracking-tight">
          {isPartlyIn ? 'Only part of the file was imported.' : 'Nothing was imported.'}
        </p>
        <p className="text-sm text-quiet">
          {isPartlyIn
            ? 'Correct the file and upload all of it again: imported rows are recognised and skipped.'
            : 'Correct the file and upload it again.'}
        </p>
      </div>
      <Link to="/stores/$storeId/imports" params={{ storeId }} className={buttonClass('primary')}>
        Choose the corrected file
      </Link>
    </div>
  )
}
