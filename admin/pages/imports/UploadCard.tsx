import { type FormEvent, useState } from 'react'
import type { ImportOptions } from '../../api/shops/imports.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole } from '../../shell/store/use-store.ts'
import { FileDrop } from './FileDrop.tsx'
import { useImport } from './use-import.ts'

export function UploadCard({ first = 'reviews' }: { first?: ImportOptions['kind'] }) {
  const { isAtLeast } = useRole()
  const hasLoyalty = usePlanGate('loyalty')?.enabled === true
  const [file, setFile] = useState<File>()
  const [kind, setKind] = useState<ImportOptions['kind']>(first)
  const [status, setStatus] = useState<ImportOptions['status']>('pending')
  const [dateOrder, setDateOrder] = useState<'' | 'dmy' | 'mdy'>('')
  const sending = useImport()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) sending.mutate({ file, options: { kind, status, ...(dateOrder && { dateOrder }) }, dryRun: true })
  }
  return (
    <form onSubmit={submit} className="card grid gap-5 p-5 sm:p-6">
      <div className="grid gap-2.5">
        <FileDrop file={file} onChoose={setFile} />
        {kind === 'reviews' && (
          <p className="text-sm text-pretty text-quiet">
            Reads exports of Judge.me, Loox, Yotpo, Okendo, Stamped, Shopify, WooCommerce, Opinew, Ryviu and
            PowerReviews.{' '}
            <a href="/docs/imports" target="_blank" rel="noopener" className="underline">
              All formats
            </a>
          </p>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="The file has"
          hint={hints[kind]}
          value={kind}
          onChange={(event) => setKind(event.target.value as ImportOptions['kind'])}
        >
          <option value="reviews">Reviews</option>
          {isAtLeast('ADMIN') && <option value="products">Products</option>}
          {isAtLeast('ADMIN') && <option value="orders">Orders</option>}
          <option value="faqs">FAQs</option>
          {hasLoyalty && isAtLeast('ADMIN') && <option value="loyalty_balances">Balances of points</option>}
        </SelectField>
        {kind === 'reviews' && (
          <SelectField
            label="Imported reviews are"
            hint={
              status === 'approved'
                ? 'The audit log records that you approved them. Reviews that the other platform withheld stay pending.'
                : isAtLeast('ADMIN')
                  ? 'You decide on each of them in the inbox.'
                  : 'Only owners and admins can approve with an import.'
            }
            value={status}
            onChange={(event) => setStatus(event.target.value as ImportOptions['status'])}
          >
            <option value="pending">Pending</option>
            <option value="approved" disabled={!isAtLeast('ADMIN')}>
              Approved, if the other platform showed them
            </option>
          </SelectField>
        )}
        {kind !== 'faqs' && kind !== 'products' && (
          <SelectField
            label="If a date is ambiguous"
            hint="Such as 03/04/2024, in a file that does not say which number is the month."
            value={dateOrder}
            onChange={(event) => setDateOrder(event.target.value as typeof dateOrder)}
          >
            <option value="">Reject the row</option>
            <option value="dmy">Read it as 3 April (day first)</option>
            <option value="mdy">Read it as March 4 (month first)</option>
          </SelectField>
        )}
      </div>
      {sending.error && <Notice tone="danger">{sending.error.message}</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-quiet">We check every row first. Nothing is imported until you confirm.</p>
        <Button type="submit" look="primary" isBusy={sending.isPending} disabled={!file}>
          {sending.isPending ? 'Sending …' : 'Check the file'}
        </Button>
      </div>
    </form>
  )
}

const hints: Partial<Record<ImportOptions['kind'], string>> = {
  loyalty_balances: 'The customers of Smile, LoyaltyLion, Yotpo or another platform, with their balances.',
  products:
    'Needs the columns id and title. Optional columns: url, image url, brand, sku, gtin and mpn. A shopping feed works too.',
  orders: 'The order export of Shopify or WooCommerce, or the columns order id, email, order date and product id.',
  faqs: 'Needs the columns question and answer. Optional columns: group, locale, product ids, category ids and status.',
}
