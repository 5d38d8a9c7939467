import { type FormEvent, useState } from 'react'
import type { ImportOptions } from '../../api/shops/imports.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { Notice } from '../../components/Notice.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole } from '../../shell/store/use-store.ts'
import { FileDrop } from './FileDrop.tsx'
import { PlatformList } from './PlatformList.tsx'
import { recogniseKind } from './recognise-kind.ts'
import { useImport } from './use-import.ts'

type Kind = ImportOptions['kind']

/** `first` is what the person came to import. Without it, the columns of the file decide. */
export function UploadCard({ first }: { first?: Kind }) {
  const { isAtLeast } = useRole()
  const hasLoyalty = usePlanGate('loyalty')?.enabled === true
  const [file, setFile] = useState<File>()
  const [kind, setKind] = useState<Kind>(first ?? 'reviews')
  const [recognised, setRecognised] = useState<Kind>()
  const [status, setStatus] = useState<ImportOptions['status']>('pending')
  const sending = useImport()
  const contents: Partial<Record<Kind, string>> = {
    reviews: 'Reviews',
    ...(isAtLeast('ADMIN') && { products: 'Products', orders: 'Orders' }),
    faqs: 'FAQs',
    ...(hasLoyalty && isAtLeast('ADMIN') && { loyalty_balances: 'Balances of points' }),
  }
  const choose = async (chosen: File | undefined) => {
    const found = !first && chosen && (await recogniseKind(chosen))
    const known = found && contents[found] ? found : undefined
    setRecognised(known)
    if (known) setKind(known)
    setFile(chosen)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) sending.mutate({ file, options: { kind, status }, dryRun: true })
  }
  return (
    <form onSubmit={submit} className="card grid gap-5 p-5 sm:p-6">
      <FileDrop file={file} onChoose={(chosen) => void choose(chosen)} />
      {!file && !first && <PlatformList />}
      {(file || first) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Content"
            hint={kind === recognised ? 'Recognised from the columns of the file.' : hints[kind]}
            value={kind}
            onChange={(event) => setKind(event.target.value as Kind)}
          >
            <Options names={contents} />
          </SelectField>
          {kind === 'reviews' && (
            <SelectField
              label="Status after import"
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
        </div>
      )}
      {sending.error && <Notice tone="danger">{sending.error.message}</Notice>}
      {(file || first) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-quiet">We check every row first. Nothing is imported until you confirm.</p>
          {file && (
            <Button type="submit" look="primary" isBusy={sending.isPending}>
              {sending.isPending ? 'Sending …' : 'Check the file'}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

const hints: Partial<Record<Kind, string>> = {
  loyalty_balances: 'The customers of Smile, LoyaltyLion, Yotpo or another platform, with their balances.',
  products:
    'Needs the columns id and title. Optional columns: url, image url, brand, sku, gtin and mpn. A shopping feed works too.',
  orders: 'The order export of Shopify or WooCommerce, or the columns order id, email, order date and product id.',
  faqs: 'Needs the columns question and answer. Optional columns: group, locale, product ids, category ids and status.',
}
