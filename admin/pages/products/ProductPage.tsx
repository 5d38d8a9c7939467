import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { excludeFromRequests, type ProductDetail, productQuery } from '../../api/products.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { Badge } from '../../components/Badge.tsx'
import { Button, buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { ProductPicture } from '../../components/ProductPicture.tsx'
import { toast } from '../../components/toasts.ts'
import { averageText } from '../../components/values/average.ts'
import { Money } from '../../components/values/Money.tsx'
import { Stars } from '../../components/values/Stars.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { GroupCard } from './GroupCard.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { MergedNotice } from './MergedNotice.tsx'
import { ProductReviews } from './ProductReviews.tsx'
import { ProductStatus } from './ProductsPage.tsx'
import { RatingBars } from './RatingLine.tsx'

export function ProductPage() {
  const storeId = useStoreId()
  const { productId } = useParams({ from: '/signed-in/stores/$storeId/products/$productId' })
  const query = useQuery(productQuery(storeId, productId))
  const back = (
    <BackLink to="/stores/$storeId/products" params={{ storeId }}>
      All products
    </BackLink>
  )
  const missing = (
    <EmptyState icon="search" title="There is no such product" action={back}>
      It was removed, or it belongs to another store.
    </EmptyState>
  )
  return (
    <Loaded query={query} missing={missing}>
      {(product) => (
        <Page
          back={back}
          title={product.title ?? product.platformProductId}
          intro={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1 text-sm">
              <ProductPicture productId={product.id} title={product.title ?? product.platformProductId} />
              <ProductStatus status={product.status} />
              <span className="break-all">{product.platformProductId}</span>
            </span>
          }
          actions={
            <>
              {product.url && <ShopLink url={product.url} />}
              <MergeButton product={product} />
            </>
          }
        >
          {product.mergedIntoId && <MergedNotice intoId={product.mergedIntoId} />}
          <div className="grid gap-6 md:grid-cols-2">
            <Ratings product={product} />
            <div className="grid content-start gap-6">
              <Requests product={product} />
              <GroupCard productId={product.id} />
            </div>
          </div>
          <ProductReviews key={product.id} productId={product.id} />
          <Card title="Variants">
            <div className="pt-2">
              <Table caption="Variants" columns={variantColumns} rows={product.variants} keyOf={(row) => row.id} />
            </div>
          </Card>
        </Page>
      )}
    </Loaded>
  )
}

function MergeButton({ product }: { product: ProductDetail }) {
  const { isAtLeast } = useRole()
  const [isOpen, setOpen] = useState(false)
  if (!isAtLeast('ADMIN')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Merge into…</Button>
      {isOpen && <MergeDialog product={product} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShopLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
      <Icon name="external" className="size-[1.125rem]" />
      See it in the shop
    </a>
  )
}

function Ratings({ product: { rating } }: { product: ProductDetail }) {
  return (
    <Card title="Approved reviews">
      <div className="grid gap-4 p-5 pt-3">
        <p className="flex items-center gap-3">
          <span className="text-[2rem] leading-none font-semibold tracking-tight tabular-nums">
            {averageText(rating.average)}
          </span>
          {rating.average !== null && <Stars rating={rating.average} className="h-5" />}
          <span className="text-sm text-quiet">
            {rating.count.toLocaleString(shownLocale)} {rating.count === 1 ? 'review' : 'reviews'}
          </span>
        </p>
        <RatingBars rating={rating} />
      </div>
    </Card>
  )
}

function Requests({ product }: { product: ProductDetail }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const queryClient = useQueryClient()
  const changing = useMutation({
    mutationFn: (excluded: boolean) => excludeFromRequests(storeId, product.id, excluded),
    onSuccess: (changed) => {
      queryClient.setQueryData(productQuery(storeId, product.id).queryKey, changed)
      toast(changed.requestsExcluded ? 'Customers are not asked about this product' : 'Customers are asked again')
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <Card title="Review requests">
      <div className="grid gap-3 p-5 pt-3 text-sm">
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={!product.requestsExcluded}
            disabled={!isAtLeast('MEMBER') || changing.isPending}
            onChange={(event) => changing.mutate(!event.target.checked)}
          />
          <span>Ask customers who ordered this product for a review</span>
        </label>
        <p className="text-quiet">Pushing the product again does not change this.</p>
      </div>
    </Card>
  )
}

type Variant = ProductDetail['variants'][number]

const code = (value: string | null) =>
  value ? <span className="font-mono text-xs break-all">{value}</span> : <span className="text-quiet">–</span>

const variantColumns: Column<Variant>[] = [
  {
    header: 'Variant',
    cell: ({ title, platformVariantId, retiredAt }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className={retiredAt ? 'text-quiet' : 'font-medium'}>{title ?? platformVariantId}</span>
        {retiredAt && (
          <Badge>
            Retired <Time at={retiredAt} />
          </Badge>
        )}
      </span>
    ),
  },
  { header: 'SKU', cell: ({ sku }) => code(sku) },
  { header: 'GTIN', cell: ({ gtin }) => code(gtin) },
  { header: 'MPN', cell: ({ mpn }) => code(mpn) },
  { header: 'Brand', cell: ({ brand }) => brand ?? <span className="text-quiet">–</span> },
  {
    header: 'Price',
    align: 'right',
    cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
  },
]
