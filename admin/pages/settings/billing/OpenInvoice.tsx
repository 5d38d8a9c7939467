import { useInfiniteQuery } from '@tanstack/react-query'
import { type Invoice, invoicesQuery } from '../../../api/account/billing.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Notice } from '../../../components/Notice.tsx'
import { formatDay } from '../../../components/values/dates.ts'
import { Money } from '../../../components/values/Money.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function OpenInvoice() {
  const { data } = useInfiniteQuery(invoicesQuery(useStoreId()))
  const open = data?.pages.flatMap((page) => page.data).filter(({ state }) => state === 'open') ?? []
  return open.map((invoice) => <Open key={invoice.id} invoice={invoice} />)
}

function Open({ invoice: { number, gross, currency, dueAt, paymentDetails } }: { invoice: Invoice }) {
  const isLate = dueAt !== null && Date.parse(dueAt) < serverNowMs()
  return (
    <Notice tone={isLate ? 'danger' : 'warn'}>
      <p>
        <strong className="font-semibold">
          Invoice {number} for <Money amount={gross} currency={currency} />{' '}
          {dueAt && (isLate ? `was due on ${formatDay(dueAt)}.` : `is due on ${formatDay(dueAt)}.`)}
        </strong>
      </p>
      {paymentDetails && (
        <p className="mt-1 whitespace-pre-line">
          {paymentDetails}
          {'\n'}Reference: {number}
        </p>
      )}
    </Notice>
  )
}
