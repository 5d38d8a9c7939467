import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { downloadInvoice, type Invoice, invoicesQuery } from '../../../api/account/billing.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button, buttonClass } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { saveFile } from '../../../components/forms/save-file.ts'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatDay } from '../../../components/values/dates.ts'
import { Money } from '../../../components/values/Money.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { invoiceLabels } from './labels.ts'

export function InvoicesCard() {
  const list = useInfiniteQuery(invoicesQuery(useStoreId()))
  return (
    <Card title="Invoices">
      <div className="pt-2">
        <PagedTable
          list={list}
          caption="Invoices"
          columns={columns}
          keyOf={(row) => row.id}
          empty={
            <EmptyState icon="receipt" title="No invoices yet">
              Your first invoice appears when you choose a plan.
            </EmptyState>
          }
        />
      </div>
    </Card>
  )
}

const columns: Column<Invoice>[] = [
  {
    header: 'Invoice',
    cell: ({ number, lines }) => (
      <span className="grid">
        <span className="font-semibold">{number}</span>
        <span className="text-xs text-quiet">{lines.map(({ description }) => description).join(', ')}</span>
      </span>
    ),
  },
  { header: 'Date', cell: ({ issuedAt }) => <span className="whitespace-nowrap">{formatDay(issuedAt)}</span> },
  { header: 'Status', cell: (invoice) => <State invoice={invoice} /> },
  { header: 'Total', align: 'right', cell: ({ gross, currency }) => <Money amount={gross} currency={currency} /> },
  { header: 'Document', isHeaderHidden: true, align: 'right', cell: (invoice) => <Document invoice={invoice} /> },
]

function State({ invoice: { kind, state } }: { invoice: Invoice }) {
  const [label, tone] = kind === 'credit_note' ? (['Credit note', 'plain'] as const) : invoiceLabels[state]
  return <Badge tone={tone}>{label}</Badge>
}

/** Our own documents need a request header that names the store, which a link cannot send. */
function Document({ invoice: { id, number, documentUrl } }: { invoice: Invoice }) {
  const storeId = useStoreId()
  const reading = useMutation({
    mutationFn: () => downloadInvoice(storeId, id),
    onSuccess: (file) => saveFile(file, `${number}.pdf`),
    onError: (error) => toast(error.message),
  })
  if (documentUrl.startsWith('https:'))
    return (
      <a href={documentUrl} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
        Open<span className="sr-only"> {number}</span>
      </a>
    )
  return (
    <Button size="small" aria-label={`PDF of ${number}`} isBusy={reading.isPending} onClick={() => reading.mutate()}>
      PDF
    </Button>
  )
}
