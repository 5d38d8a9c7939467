import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { FileDrop } from '../imports/FileDrop.tsx'
import { useImport } from '../imports/use-import.ts'

export function FileCard() {
  const [file, setFile] = useState<File>()
  const [dateOrder, setDateOrder] = useState<'' | 'dmy' | 'mdy'>('')
  const sending = useImport()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const options = { kind: 'orders', status: 'pending', ...(dateOrder && { dateOrder }) } as const
    if (file) sending.mutate({ file, options, dryRun: true })
  }
  return (
    <form onSubmit={submit} className="card grid gap-5 p-5 sm:p-6">
      <p className="text-sm text-quiet">
        Upload the order export of Shopify or WooCommerce. Other files need the columns order id, email, order date, and
        product id or SKU. Buyers are asked as your email settings say.
      </p>
      <FileDrop file={file} onChoose={setFile} />
      <div className="sm:max-w-xs">
        <SelectField
          label="Read dates such as 03/04/2026 as"
          value={dateOrder}
          onChange={(event) => setDateOrder(event.target.value as typeof dateOrder)}
        >
          <option value="">Unknown: the row fails</option>
          <option value="dmy">3 April (day first)</option>
          <option value="mdy">March 4 (month first)</option>
        </SelectField>
      </div>
      {sending.error && <Notice tone="danger">{sending.error.message}</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-quiet">The check writes nothing. It shows who will not be asked, and why.</p>
        <Button type="submit" look="primary" isBusy={sending.isPending} disabled={!file}>
          Check the file
        </Button>
      </div>
    </form>
  )
}
