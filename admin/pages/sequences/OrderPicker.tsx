import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersQuery } from '../../api/orders.ts'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { useSettled } from '../../components/forms/use-settled.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

type Props = { label: string; none?: string; value: string; onChange(orderId: string): void }

export function OrderPicker({ label, none, value, onChange }: Props) {
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const filters = q === '' ? {} : q.includes('@') ? { email: q } : { orderNumber: q }
  const { data, isPending, error } = useInfiniteQuery(ordersQuery(useStoreId(), filters))
  const orders = data?.pages[0]?.data ?? []
  const hint = error?.message ?? (isPending ? 'Looking …' : orders.length === 0 ? 'No such order.' : undefined)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Find an order"
        hint="Search by order number or full email address."
        type="search"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <SelectField label={label} hint={hint} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none ?? 'Choose an order'}</option>
        {orders.map(({ id, orderNumber, platformOrderId, customerName, email }) => (
          <option key={id} value={id}>
            {`${orderNumber ?? platformOrderId}, ${customerName ?? email ?? 'unknown customer'}`}
          </option>
        ))}
        {value !== '' && !orders.some(({ id }) => id === value) && <option value={value}>The order chosen</option>}
      </SelectField>
    </div>
  )
}
