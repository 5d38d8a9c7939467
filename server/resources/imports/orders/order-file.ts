// Reads orders whose items may take several rows, as in exports of Shopify and WooCommerce. The rows of one order are next
// to each other. The first row contains the order, and the others are reported as its items.
import { checker } from '#platform/calls/validate.ts'
import { AppError } from '#platform/values/errors.ts'
import { mangledMessage, readId, readSku } from '#platform/values/identifiers.ts'
import type { OrderRow } from '#resources/orders/rules.ts'
import { maxLineItems, OrderInput } from '#resources/orders/schema.ts'
import { parseDate } from '../formats/dates.ts'
import { FileProblem, masked, quoted, type RawRecord, type RawValues, type RowProblem } from '../formats/problems.ts'
import { openRecords } from '../formats/records.ts'
import { asRead } from '../formats/row-cells.ts'
import { normaliseColumn } from '../vendors/fields.ts'
import type { DateOrder } from '../vendors/format.ts'
import {
  endedStatuses,
  findFormat,
  type OrderField,
  type OrderFormat,
  refundedStatuses,
  unpaidStatuses,
} from './columns.ts'

export type OrderFileRow = { line: number } & ({ problem: RowProblem } | { order: OrderRow } | { skipped: RowProblem })

export type OrderFile = {
  format: { name: string }
  unusedColumns: string[]
  warnings: RowProblem[]
  rows: AsyncGenerator<OrderFileRow>
  close(): Promise<void>
}

type ReadOptions = { now: Date; dateOrder?: DateOrder | undefined }

const required = { id: 'order id', email: 'email', placedAt: 'order date' } as const

export async function openOrderFile(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = { now: new Date() },
): Promise<OrderFile> {
  const { columns, warnings, records, close } = await openRecords(source)
  const header = new Set(columns.map(normaliseColumn))
  const format = findFormat(header)
  const has = (field: OrderField) => format.fields[field].some((each) => header.has(each))
  const missing: string[] = Object.entries(required).flatMap(([field, name]) =>
    has(field as OrderField) ? [] : [name],
  )
  if (!has('productId') && !has('sku')) missing.push('product id')
  if (missing.length > 0) {
    await close()
    throw new FileProblem(
      'unknown_format',
      `Missing columns: ${missing.join(', ')}. Use the order export of your shop, or name your columns order id, email, order date, and product id or SKU.`,
      { missing, columns: columns.map(masked) },
    )
  }
  const used = new Set<string>(Object.values(format.fields).flat())
  return {
    format,
    unusedColumns: columns.filter((column) => !used.has(normaliseColumn(column))),
    warnings,
    rows: readOrders(records, format, options),
    close,
  }
}

type Group = { key: string; rows: { line: number; values: RawValues }[] }

async function* readOrders(
  records: AsyncIterable<RawRecord>,
  format: OrderFormat,
  options: ReadOptions,
): AsyncGenerator<OrderFileRow> {
  const seen = new Set<string>()
  let group: Group | undefined
  const flush = function* (): Generator<OrderFileRow> {
    if (!group) return
    const [first, ...others] = group.rows
    if (first) yield { line: first.line, ...readOrder(group, format, options) }
    for (const { line } of others)
      yield {
        line,
        skipped: { code: 'line_item', message: `This row is another item of the order ${quoted(group.key)}.` },
      }
    seen.add(group.key)
    group = undefined
  }
  for await (const record of records) {
    if ('problem' in record) {
      yield* flush()
      yield record
      continue
    }
    const key = readCell(record.values, format, 'key')
    // In some exports, rows of further items leave the columns of the order empty.
    if (group && (key === group.key || key === '') && group.rows.length < maxLineItems) {
      group.rows.push(record)
      continue
    }
    yield* flush()
    if (key === '') yield { line: record.line, ...problem('id_missing', 'The row has no order id.') }
    else if (seen.has(key))
      yield {
        line: record.line,
        ...problem(
          'order_split',
          `Rows of the order ${quoted(key)} are not next to each other, or are more than ${maxLineItems}. Sort the file by order.`,
        ),
      }
    else group = { key, rows: [record] }
  }
  yield* flush()
}

const readCell = (values: RawValues, { fields }: OrderFormat, field: OrderField): string =>
  fields[field].map((each) => values[each]?.trim() ?? '').find((text) => text !== '') ?? ''

let check: ReturnType<typeof checker> | undefined

type ReadResult = { problem: RowProblem } | { order: OrderRow } | { skipped: RowProblem }

function readOrder({ key, rows }: Group, format: OrderFormat, options: ReadOptions): ReadResult {
  const cell = (field: OrderField) =>
    rows.map(({ values }) => readCell(values, format, field)).find((text) => text !== '') ?? ''
  const status = cell('status').toLowerCase()
  if (unpaidStatuses.has(status))
    return { skipped: { code: 'not_paid', message: `The order ${quoted(key)} is not paid yet.` } }
  const id = readId(cell('id'))
  if (id && 'mangled' in id) return problem('order_id_mangled', mangledMessage('order id', id.mangled))
  const dates = readDates(cell, options)
  if ('problem' in dates) return dates
  const lines = readLines(rows, format)
  if ('problem' in lines) return lines
  const total = readAmount(cell('total'))
  const refunded = refundedStatuses.has(status) ? total : readAmount(cell('refunded'))
  const isEnded = endedStatuses.has(status)
  const said = {
    ...{ platformOrderId: id && 'value' in id ? id.value : key, orderNumber: cell('number').slice(0, 100) },
    ...{ email: cell('email').toLowerCase(), customerName: readName(cell).slice(0, 200) },
    ...{ currency: total === undefined ? '' : cell('currency').toUpperCase(), total, refundedTotal: refunded },
    ...dates.at,
    ...(isEnded && dates.at.cancelledAt === undefined && { cancelledAt: dates.at.placedAt }),
    ...{ locale: cell('locale'), country: /^[a-z]{2}$/i.test(cell('country')) ? cell('country').toUpperCase() : '' },
  }
  const acceptsMarketing = readYes(cell('acceptsMarketing'))
  const order = {
    ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== '' && text !== undefined)),
    ...(acceptsMarketing !== undefined && { acceptsMarketing }),
    lineItems: lines.items,
  }
  check ??= checker(OrderInput, 'order')
  try {
    return { order: check(order) as OrderRow }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return problem('value_not_taken', masked(error.message))
  }
}

type Cell = (field: OrderField) => string

function readName(cell: Cell): string {
  const parts = [cell('firstName'), cell('lastName')].filter((part) => part !== '').join(' ')
  const name = asRead(cell('name') || parts)
  // An address in the wrong column must not become a name.
  return /\S@\S/.test(name) ? '' : name
}

const dateFields = ['placedAt', 'fulfilledAt', 'deliveredAt', 'cancelledAt'] as const
type Dates = { placedAt: string } & Partial<Record<(typeof dateFields)[number], string>>

function readDates(cell: Cell, { now, dateOrder }: ReadOptions): { at: Dates } | { problem: RowProblem } {
  const at: Partial<Record<(typeof dateFields)[number], string>> = {}
  for (const field of dateFields) {
    const text = cell(field)
    if (text === '') continue
    const parsed = parseDate(text, { now, ...(dateOrder && { order: dateOrder }) })
    if ('at' in parsed) at[field] = parsed.at
    else if (field !== 'deliveredAt') return parsed
  }
  const { placedAt } = at
  if (placedAt === undefined) return problem('date_missing', 'The order has no date.')
  return { at: { ...at, placedAt } }
}

type Line = { platformProductId?: string; platformVariantId?: string; sku?: string; title?: string; quantity: number }

function readLines(rows: Group['rows'], format: OrderFormat): { items: Line[] } | { problem: RowProblem } {
  const items: Line[] = []
  for (const { values } of rows) {
    const cell = (field: OrderField) => readCell(values, format, field)
    const read = {
      productId: readId(cell('productId')),
      variantId: readId(cell('variantId')),
      sku: readSku(cell('sku')),
    }
    for (const [name, each] of Object.entries(read))
      if (each && 'mangled' in each && name !== 'variantId')
        return problem(
          name === 'sku' ? 'sku_mangled' : 'product_id_mangled',
          mangledMessage(name === 'sku' ? 'SKU' : 'product id', each.mangled),
        )
    const text = (each: (typeof read)['sku']) => (each && 'value' in each ? each.value.slice(0, 255) : '')
    const said = {
      ...{ platformProductId: text(read.productId), platformVariantId: text(read.variantId), sku: text(read.sku) },
      title: asRead(cell('title')).slice(0, 500),
    }
    const filled = Object.fromEntries(Object.entries(said).filter(([, each]) => each !== ''))
    if (Object.keys(filled).length === 0) continue
    const quantity = /^\d{1,6}(?:\.0+)?$/.test(cell('quantity'))
      ? Math.max(1, Number.parseInt(cell('quantity'), 10))
      : 1
    items.push({ ...filled, quantity })
  }
  return { items }
}

/** `1,234.50`, `1.234,50 €` and `24` become decimal strings. */
function readAmount(text: string): string | undefined {
  const digits = text.replace(/[^\d.,-]/g, '')
  const match = /^(\d{1,3}(?:[.,]?\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(digits)
  if (!match) return /^\d+\.\d{1,6}$/.test(digits) ? digits : undefined
  const [, whole = '', cents] = match
  return `${whole.replace(/[.,]/g, '')}${cents === undefined ? '' : `.${cents}`}`
}

function readYes(text: string): boolean | undefined {
  if (/^(?:yes|true|1|ja|oui)$/i.test(text)) return true
  return /^(?:no|false|0|nein|non)$/i.test(text) ? false : undefined
}

const problem = (code: string, message: string): { problem: RowProblem } => ({ problem: { code, message } })
