import { quoted } from './problems.ts'
import * as products from './products.ts'
import type { RowCells } from './row-cells.ts'
import type { Field } from './vendors/fields.ts'

// The product a row is about. One usable reference is enough; which of them matches is found out later.

const longestReference = 255
const longestUrl = 2048

export function readProduct(cells: RowCells): products.ProductReference {
  const gtin = bounded(cells, 'gtin', products.gtin)
  const platformProductId = bounded(
    cells,
    'productId',
    cells.format.isOwn ? (value) => value : products.platformProductId,
  )
  const sku = bounded(cells, 'sku', (value) => value || undefined)
  const handle = bounded(cells, 'handle', products.handle)
  const url = bounded(cells, 'productUrl', products.productUrl)
  const product = {
    ...(platformProductId && { platformProductId }),
    ...(handle && { handle }),
    ...(sku && { sku }),
    ...(gtin && { gtin }),
    ...(url && { url }),
  }
  if (Object.keys(product).length === 0) missing(cells)
  return product
}

function bounded(cells: RowCells, field: Field, read: (value: string) => string | undefined): string | undefined {
  const written = cells.line(field)
  if (written.length > (field === 'productUrl' ? longestUrl : longestReference)) {
    cells.fail('product_reference_too_long', `The product reference ${quoted(written)} is too long.`, field)
    return undefined
  }
  return written === '' ? undefined : read(written)
}

function missing(cells: RowCells): void {
  const id = cells.line('productId')
  if (products.isMangledNumber(id)) {
    const message = `A spreadsheet program shortened the product id to ${quoted(id)}. Format that column as text in the original file and export it again.`
    cells.fail('product_id_mangled', message, 'productId')
    return
  }
  cells.fail(
    'product_missing',
    'The row names no product. Reviews of the shop as a whole are not imported.',
    'productId',
  )
}
