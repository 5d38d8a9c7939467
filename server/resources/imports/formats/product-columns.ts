import { mangledMessage, type ReadIdentifier, readGtin, readId, readSku } from '#platform/values/identifiers.ts'
import { type Field, productFields } from '../vendors/fields.ts'
import { quoted } from './problems.ts'
import * as products from './products.ts'
import type { RowCells } from './row-cells.ts'

const longestReference = 255
const longestUrl = 2048

type ReadSubject = { product: products.ProductReference; isOfShop?: true }

/** Only a row without any product value can be about the shop, because a value that finds no product is a mistake. */
export function readSubject(cells: RowCells, { withoutProduct }: { withoutProduct?: 'shop' }): ReadSubject {
  const isEmpty = productFields.every((field) => cells.line(field) === '')
  if (isEmpty && (withoutProduct === 'shop' || isSaidOfShop(cells))) return { product: {}, isOfShop: true }
  return { product: readProduct(cells) }
}

/** Our exports say `shop`, Yotpo's "site review" in several spellings. */
const isSaidOfShop = (cells: RowCells): boolean =>
  cells.format.isOwn ? cells.text('subject') === 'shop' : /site/i.test(cells.text('subject'))

function readProduct(cells: RowCells): products.ProductReference {
  const mangled: [Identifier, string][] = []
  const identifier = (field: Identifier, read: (cell: string) => ReadIdentifier) =>
    bounded(cells, field, (cell) => {
      const found = read(cell)
      if (found && 'mangled' in found) mangled.push([field, found.mangled])
      return found && 'value' in found ? found.value : undefined
    })
  const gtin = identifier('gtin', readGtin)
  const platformProductId = identifier('productId', cells.format.isOwn ? (value) => ({ value }) : readId)
  const sku = identifier('sku', readSku)
  const handle = bounded(cells, 'handle', products.handle)
  const url = bounded(cells, 'productUrl', products.productUrl)
  const product = {
    ...(platformProductId && { platformProductId }),
    ...(handle && { handle }),
    ...(sku && { sku }),
    ...(gtin && { gtin }),
    ...(url && { url }),
  }
  if (Object.keys(product).length === 0) missing(cells, mangled[0])
  return product
}

type Identifier = 'gtin' | 'productId' | 'sku'
const mangledCodes = { gtin: 'gtin_mangled', productId: 'product_id_mangled', sku: 'sku_mangled' }
const names = { gtin: 'GTIN', productId: 'product id', sku: 'SKU' }

function bounded(cells: RowCells, field: Field, read: (value: string) => string | undefined): string | undefined {
  const written = cells.line(field)
  if (written.length > (field === 'productUrl' ? longestUrl : longestReference)) {
    cells.fail('product_reference_too_long', `The product reference ${quoted(written)} is too long.`, field)
    return undefined
  }
  return written === '' ? undefined : read(written)
}

function missing(cells: RowCells, mangled: [Identifier, string] | undefined): void {
  if (mangled) {
    const [field, text] = mangled
    cells.fail(mangledCodes[field], mangledMessage(names[field], text), field)
    return
  }
  cells.fail(
    'product_missing',
    'The row names no product. If it is about the shop, import the file with `withoutProduct=shop`.',
    'productId',
  )
}
