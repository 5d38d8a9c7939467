import type { Identifiers, Preview } from '../../../../api/shops/shops.ts'
import { type Column, Table } from '../../../../components/lists/Table.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { plural } from './labels.ts'

type Row = Identifiers & { id: string; title: string; detail: string }

const shownVariants = 3

export function PreviewTable({ preview: { products } }: { preview: Preview }) {
  const variants = products.flatMap((product) => product.variants)
  if (variants.length === 0) return <Notice>The shop has no products to try yet.</Notice>
  const withAll = (kind: 'gtin' | 'mpn' | 'brand') => variants.filter((variant) => variant[kind] !== null).length
  return (
    <section aria-live="polite" aria-label="Preview" className="grid gap-3 rounded-lg bg-sunken p-4">
      <p className="text-sm">
        {plural(variants.length, 'variant', 'variants')} of {plural(products.length, 'product', 'products')}:{' '}
        <span className="font-medium">{withAll('gtin')} with a GTIN</span>,{' '}
        <span className="font-medium">{withAll('mpn')} with an MPN</span>,{' '}
        <span className="font-medium">{withAll('brand')} with a brand</span>. Nothing is saved yet.
      </p>
      <div className="card overflow-hidden">
        <Table caption="Preview of the identifiers" columns={columns} rows={toRows(products)} keyOf={({ id }) => id} />
      </div>
    </section>
  )
}

const toRows = (products: Preview['products']): Row[] =>
  products.flatMap(({ platformProductId, title, groupKey, variants }) =>
    variants.slice(0, shownVariants).map((variant, i) => ({
      ...variant,
      group: groupKey,
      id: `${platformProductId} ${variant.platformVariantId}`,
      title: title ?? platformProductId,
      detail: [
        variant.title ?? variant.sku,
        i === shownVariants - 1 && variants.length > shownVariants && `and ${variants.length - shownVariants} more`,
      ]
        .filter(Boolean)
        .join(', '),
    })),
  )

const value = (text: string | null) =>
  text === null ? <span className="text-quiet">None</span> : <span className="font-mono text-xs">{text}</span>

const columns: Column<Row>[] = [
  {
    header: 'Product',
    cell: ({ title, detail }) => (
      <div className="grid">
        <span className="font-medium">{title}</span>
        {detail && <span className="text-xs text-quiet">{detail}</span>}
      </div>
    ),
  },
  { header: 'GTIN', cell: ({ gtin }) => value(gtin) },
  { header: 'MPN', cell: ({ mpn }) => value(mpn) },
  { header: 'Brand', cell: ({ brand }) => value(brand) },
  { header: 'Group', cell: ({ group }) => value(group) },
]
