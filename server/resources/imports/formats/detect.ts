import { aliases, type Field, type FieldColumns, normaliseColumn, productFields } from '../vendors/fields.ts'
import type { Format } from '../vendors/format.ts'
import { withheldPhotoColumns } from './photos.ts'
import { masked, quoted } from './problems.ts'
import { signatures } from './signatures.ts'
import { isVisibilityColumn } from './visibility.ts'

// Detects the format of a header. A signature takes precedence over aliases, because a name can have several meanings:
// Yotpo's `Comment Content` is the shop's answer, WooCommerce's is the review.

export type Detection = { format: Format; unusedColumns: string[] }

export type Refusal = { code: 'unknown_format'; message: string; missing: string[]; columns: string[] }

export function detectFormat(columns: readonly string[], formats: readonly Format[] = signatures): Detection | Refusal {
  const header = new Set(columns.map(normaliseColumn))
  const candidates = formats
    .filter((format) => fits(format, header))
    .map((format) => ({ format, known: [...knownColumns(format)].filter((name) => header.has(name)).length }))
    .toSorted((a, b) => b.known - a.known || b.format.required.length - a.format.required.length)
  const [best, second] = candidates
  if (!best) return detectGeneric(columns, header)
  const isTie = best.known === second?.known && best.format.required.length === second.format.required.length
  if (second && isTie) {
    const either = `${best.format.label} or ${second.format.label}`
    return refusal(
      `The header fits several formats: ${either}. Remove the columns that belong to only one of them.`,
      [],
      columns,
    )
  }
  return detected(best.format, columns)
}

function fits(format: Format, header: ReadonlySet<string>): boolean {
  const has = (name: string) => header.has(name)
  return format.required.every(has) && (!format.anyColumn || format.anyColumn.some(has))
}

// The most specific format is the one that knows the most columns of the header. Ignored columns therefore count as known.
function knownColumns(format: Format): Set<string> {
  return new Set([...format.required, ...(format.ignored ?? []), ...Object.values(format.fields).flat()])
}

function detected(format: Format, columns: readonly string[]): Detection {
  const used = new Set(Object.values(format.fields).flat())
  const isUsed = (name: string) => used.has(name) || isVisibilityColumn(name) || withheldPhotoColumns.has(name)
  return { format, unusedColumns: columns.filter((column) => !isUsed(normaliseColumn(column))) }
}

// A wrong guess for these fields would falsify a review, so a file with two candidate columns for one is refused.
const decisive = ['rating', 'body', 'createdAt'] as const satisfies readonly Field[]

function detectGeneric(columns: readonly string[], header: ReadonlySet<string>): Detection | Refusal {
  const fields: FieldColumns = { ...aliases }
  const missing: string[] = []
  for (const field of decisive) {
    const found = aliases[field].filter((name) => header.has(name))
    if (field === 'body' && found.length === 0 && header.has('commentcontent')) fields.body = ['commentcontent']
    else if (found.length === 0) missing.push(fieldLabels[field])
    else if (found.length > 1) return twoCandidates(field, found, columns)
    else fields[field] = found
  }
  if (!productFields.some((field) => aliases[field].some((name) => header.has(name)))) missing.push(fieldLabels.product)
  if (missing.length === 0) return detected({ ...generic, fields }, columns)
  return refusal(
    `The columns match no known review export. Missing columns: ${missing.join(', ')}. Rename your columns and upload the file again.`,
    missing,
    columns,
  )
}

const generic = {
  name: 'generic',
  label: 'Other file',
  source: 'generic',
  required: [],
  hasStableIds: false,
} satisfies Omit<Format, 'fields'>

const fieldLabels = { rating: 'rating', body: 'review text', createdAt: 'review date', product: 'product' }

function twoCandidates(
  field: (typeof decisive)[number],
  found: readonly string[],
  columns: readonly string[],
): Refusal {
  const names = columns.filter((column) => found.includes(normaliseColumn(column))).map(quoted)
  const message = `The columns ${names.join(' and ')} could each be the ${fieldLabels[field]}. Remove or rename one of them.`
  return refusal(message, [], columns)
}

// Addresses are masked, because in a file without a header the first review appears here.
const refusal = (message: string, missing: string[], columns: readonly string[]): Refusal => ({
  code: 'unknown_format',
  message,
  missing,
  columns: columns.map(masked),
})
