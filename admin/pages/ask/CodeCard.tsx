import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createReviewLink } from '../../api/ask.ts'
import { get, type Page } from '../../api/client.ts'
import type { Order } from '../../api/orders.ts'
import { productQuery } from '../../api/products.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { ProductsField } from '../products/PlacesField.tsx'
import { LinkCode } from './LinkCode.tsx'

export function CodeCard() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <ProductCode />
      <OrderCode />
    </div>
  )
}

function ProductCode() {
  const storeId = useStoreId()
  const [chosen, setChosen] = useState<string[]>([])
  const [id] = chosen
  const product = useQuery({ ...productQuery(storeId, id ?? ''), enabled: id !== undefined })
  return (
    <Card title="For a product">
      <div className="grid gap-4 p-5 pt-2">
        <p className="text-sm text-quiet">
          Opens the product page of your shop, where the reviews widget has its form. Anyone can use this code.
        </p>
        <ProductsField
          label="Product"
          hint="Search by title, id or SKU."
          most={1}
          chosen={chosen}
          onChange={setChosen}
        />
        {product.error && <Notice tone="danger">{product.error.message}</Notice>}
        {id !== undefined &&
          product.data &&
          (product.data.url ? (
            <LinkCode
              url={product.data.url}
              name={`review-${product.data.platformProductId}`}
              label={`QR code for ${product.data.title ?? product.data.platformProductId}`}
            />
          ) : (
            <Notice tone="warn">This product has no page address yet. Add it in your shop or by an import.</Notice>
          ))}
      </div>
    </Card>
  )
}

function OrderCode() {
  const storeId = useStoreId()
  const [number, setNumber] = useState('')
  const finding = useMutation({
    mutationFn: async () => {
      const query = { orderNumber: number.trim(), limit: 1 }
      const [order] = (await get<Page<Order>>('/orders', { storeId, query })).data
      return order ? { order, link: await createReviewLink(storeId, order.id) } : null
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (number.trim() !== '') finding.mutate()
  }
  const found = finding.data
  return (
    <Card title="For a parcel">
      <div className="grid gap-4 p-5 pt-2">
        <p className="text-sm text-quiet">
          Opens the review form of one order. Put the code only into the parcel of that order, because anyone with the
          code can write as the buyer.
        </p>
        <form onSubmit={submit} className="grid gap-3">
          <TextField
            label="Order number"
            autoComplete="off"
            maxLength={255}
            value={number}
            onChange={(event) => {
              setNumber(event.target.value)
              finding.reset()
            }}
          />
          <Button
            type="submit"
            className="justify-self-start"
            isBusy={finding.isPending}
            disabled={number.trim() === ''}
          >
            Create QR code
          </Button>
        </form>
        {finding.error && <Notice tone="danger">{finding.error.message}</Notice>}
        {found === null && <Notice tone="warn">No order has this number.</Notice>}
        {found && (
          <LinkCode
            url={found.link.url}
            name={`parcel-${found.order.orderNumber ?? found.order.platformOrderId}`}
            label={`QR code for order ${found.order.orderNumber ?? found.order.platformOrderId}`}
            note={`The link expires on ${formatDay(found.link.expiresAt)}.`}
          />
        )}
      </div>
    </Card>
  )
}
