import { checker } from '#platform/calls/validate.ts'
import { AppError } from '#platform/values/errors.ts'
import { mangledMessage, readId, readSku } from '#platform/values/identifiers.ts'
import type { ImportedProduct } from '#resources/products/import-commands.ts'
import { ProductInput } from '#resources/products/schema.ts'
import { FileProblem, masked, quoted, type RawValues, type RowProblem } from '../formats/problems.ts'
import { openRecords } from '../formats/records.ts'
import { asRead } from '../formats/row-cells.ts'
import { normaliseColumn } from '../vendors/fields.ts'
import { findProductId, type Groups, groupColumns, hasGroups, readGroups, type Variant } from './groups.ts'

/** Normalised column names (lower case, without spaces, `_`, `.` and `-`), including those of shopping feeds. */
const fields = {
  platformProductId: ['platformproductid', 'productid', 'id'],
  title: ['title', 'name', 'productname', 'producttitle'],
  url: ['url', 'link', 'producturl', 'permalink'],
  imageUrl: ['imageurl', 'imagelink', 'image', 'imagesrc', 'images'],
  brand: ['brand', 'brands', 'vendor', 'manufacturer'],
  sku: ['sku', 'variantsku'],
  gtin: ['gtin', 'ean', 'upc', 'barcode', 'isbn', 'gtin,upc,ean,orisbn', 'variantbarcode'],
  mpn: ['mpn'],
} as const

type Field = keyof typeof fields
const names = Object.keys(fields) as Field[]

export type ProductFileRow = { line: number } & (
  | { problem: RowProblem }
  | { product: ImportedProduct }
  | { skipped: RowProblem }
)

export type ProductFile = {
  format: { name: string }
  unusedColumns: string[]
  warnings: RowProblem[]
  rows: AsyncGenerator<ProductFileRow>
  close(): Promise<void>
}

export async function openProductFile(
  source: AsyncIterable<Uint8Array>,
  _options?: unknown,
  readAgain?: () => AsyncIterable<Uint8Array>,
): Promise<ProductFile> {
  const { columns, warnings, records, close } = await openRecords(source)
  const header = new Set(columns.map(normaliseColumn))
  const missing = (['platformProductId', 'title'] as const).filter(
    (name) => !fields[name].some((each) => header.has(each)),
  )
  if (missing.length > 0) {
    await close()
    const wanted = missing.map((name) => (name === 'title' ? 'title' : 'id')).join(', ')
    throw new FileProblem(
      'unknown_format',
      `Missing columns: ${wanted}. Rename your columns to id and title, and upload the file again.`,
      { missing, columns: columns.map(masked) },
    )
  }
  const used = new Set<string>([...Object.values(fields).flat(), ...(hasGroups(header) ? groupColumns : [])])
  async function* rows(): AsyncGenerator<ProductFileRow> {
    const groups = readAgain && hasGroups(header) ? await readGroupsIn(readAgain()) : undefined
    const seen = new Set<string>()
    for await (const record of records)
      yield 'problem' in record ? record : { line: record.line, ...readRow(record.values, groups, seen) }
  }
  const unusedColumns = columns.filter((column) => !used.has(normaliseColumn(column)))
  return { format: { name: 'generic_products' }, unusedColumns, warnings, rows: rows(), close }
}

let check: ReturnType<typeof checker> | undefined

async function readGroupsIn(source: AsyncIterable<Uint8Array>): Promise<Groups> {
  const { records, close } = await openRecords(source)
  try {
    return await readGroups(records, readVariant)
  } finally {
    await close()
  }
}

const createCellReader = (values: RawValues) => (name: Field) =>
  fields[name].map((each) => values[each]?.trim() ?? '').find((text) => text !== '') ?? ''

function readVariant(values: RawValues): Variant | undefined {
  const cell = createCellReader(values)
  const identifiers = readIdentifiers(cell)
  if ('problem' in identifiers || identifiers.platformProductId === '') return undefined
  const { platformProductId: platformVariantId, ...codes } = identifiers
  const image = pickFirstUrl(cell('imageUrl'))
  const said = { title: asRead(cell('title')), ...codes, brand: asRead(cell('brand')) }
  const filled = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
  return { platformVariantId, ...filled, ...(URL.canParse(image) && { imageUrl: image }) }
}

type ProductResult = { problem: RowProblem } | { product: ImportedProduct } | { skipped: RowProblem }

function readRow(values: RawValues, groups: Groups | undefined, seen: Set<string>): ProductResult {
  const cell = createCellReader(values)
  const identifiers = readIdentifiers(cell)
  if ('problem' in identifiers) return identifiers
  if (identifiers.platformProductId === '') return problem('id_missing', 'The row has no product id.')
  const productId = groups && findProductId(values, groups)
  const id = productId ?? identifiers.platformProductId
  const variants = groups?.variants.get(id)
  if (productId !== undefined && seen.has(id))
    return { skipped: { code: 'variant', message: `This row is a variant of the product ${quoted(id)}.` } }
  const title = asRead(cell('title'))
  if (title === '') return problem('title_missing', 'The row has no title.')
  // A cell may contain several pictures, separated by commas. The first is the product's picture.
  const said = {
    ...(Object.fromEntries(names.map((name) => [name, cell(name)])) as Record<Field, string>),
    ...identifiers,
    title,
    brand: asRead(cell('brand')),
    imageUrl: pickFirstUrl(cell('imageUrl')),
  }
  const filled = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
  const { sku: _, gtin: __, mpn: ___, ...ofProduct } = filled
  const product = variants ? { ...ofProduct, platformProductId: id, variants } : filled
  const wrong = (['url', 'imageUrl'] as const).find((name) => said[name] !== '' && !URL.canParse(said[name]))
  if (wrong) return problem('value_not_taken', `${quoted(said[wrong])} is not a web address.`)
  check ??= checker(ProductInput, 'product')
  try {
    const checked = check(product) as ImportedProduct
    if (variants) seen.add(id)
    return { product: checked }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return problem('value_not_taken', error.message)
  }
}

/** A GTIN is stored as written, without a spreadsheet's `="…"` around it. A number that lost digits is refused. */
function readIdentifiers(
  cell: (name: Field) => string,
): Record<'platformProductId' | 'sku' | 'gtin' | 'mpn', string> | { problem: RowProblem } {
  const id = readId(cell('platformProductId'))
  const sku = readSku(cell('sku'))
  const mpn = readSku(cell('mpn'))
  const gtin = readSku(cell('gtin'))
  for (const [code, name, read] of [
    ['product_id_mangled', 'product id', id],
    ['gtin_mangled', 'GTIN', gtin],
    ['sku_mangled', 'SKU', sku],
    ['mpn_mangled', 'MPN', mpn],
  ] as const)
    if (read && 'mangled' in read) return problem(code, mangledMessage(name, read.mangled))
  const text = (read: typeof id) => (read && 'value' in read ? read.value : '')
  return {
    platformProductId: text(id),
    sku: text(sku),
    mpn: text(mpn),
    gtin: text(gtin).replace(/^(\d+)\.0+$/, '$1'),
  }
}

const pickFirstUrl = (text: string) => text.split(/,\s*(?=https?:)/)[0]?.trim() ?? ''

const problem = (code: string, message: string): { problem: RowProblem } => ({ problem: { code, message } })
