// A file of products from bytes to what each row says. Throws FileProblem for what concerns the whole file; everything else is
// the outcome of a row.
import { AppError } from '#platform/errors.ts'
import { checker } from '#platform/validate.ts'
import type { ImportedProduct } from '#resources/products/imports/commands.ts'
import { ProductInput } from '#resources/products/schema.ts'
import { FileProblem, masked, quoted, type RowProblem } from '../formats/problems.ts'
import { openRecords, type RawValues } from '../formats/records.ts'
import { normaliseColumn } from '../formats/vendors/fields.ts'

/** Column names as they are normalised: lower case, without spaces, `_`, `.` and `-`. Those of shopping feeds are among them. */
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

export type ProductFileRow = { line: number } & ({ problem: RowProblem } | { product: ImportedProduct })

export type ProductFile = {
  format: { name: string }
  unusedColumns: string[]
  warnings: RowProblem[]
  rows: AsyncGenerator<ProductFileRow>
  close(): Promise<void>
}

export async function openProductFile(source: AsyncIterable<Uint8Array>): Promise<ProductFile> {
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
      `No column was found for: ${wanted}. Rename the columns to id and title, and send the file again.`,
      { missing, columns: columns.map(masked) },
    )
  }
  const used = new Set<string>(Object.values(fields).flat())
  async function* rows(): AsyncGenerator<ProductFileRow> {
    for await (const record of records)
      yield 'problem' in record ? record : { line: record.line, ...readRow(record.values) }
  }
  const unusedColumns = columns.filter((column) => !used.has(normaliseColumn(column)))
  return { format: { name: 'generic_products' }, unusedColumns, warnings, rows: rows(), close }
}

let check: ReturnType<typeof checker> | undefined

function readRow(values: RawValues): { problem: RowProblem } | { product: ImportedProduct } {
  const cell = (name: Field) => fields[name].map((each) => values[each]?.trim() ?? '').find((text) => text !== '') ?? ''
  if (cell('platformProductId') === '') return problem('id_missing', 'The row has no id of a product.')
  if (cell('title') === '') return problem('title_missing', 'The row has no title.')
  // Several pictures in one cell stand between commas; the first is the product's.
  const said = {
    ...(Object.fromEntries(names.map((name) => [name, cell(name)])) as Record<Field, string>),
    imageUrl: firstOf(cell('imageUrl')),
  }
  const product = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
  const wrong = (['url', 'imageUrl'] as const).find((name) => said[name] !== '' && !URL.canParse(said[name]))
  if (wrong) return problem('value_not_taken', `${quoted(said[wrong])} is not a web address.`)
  check ??= checker(ProductInput, 'product')
  try {
    return { product: check(product) as ImportedProduct }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return problem('value_not_taken', error.message)
  }
}

const firstOf = (text: string) => text.split(/,\s*(?=https?:)/)[0]?.trim() ?? ''

const problem = (code: string, message: string): { problem: RowProblem } => ({ problem: { code, message } })
