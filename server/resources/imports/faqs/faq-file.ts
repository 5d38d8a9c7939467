import { isMangledNumber, mangledMessage } from '#platform/values/identifiers.ts'
import { canonicalTag } from '#platform/values/translations.ts'
import type { ImportedFaq } from '#resources/faqs/imports/commands.ts'
import { limits } from '#resources/faqs/schema.ts'
import { FileProblem, masked, quoted, type RawValues, type RowProblem } from '../formats/problems.ts'
import { openRecords } from '../formats/records.ts'
import { isVisibilityColumn, readVisibility } from '../formats/visibility.ts'
import { normaliseColumn } from '../vendors/fields.ts'

/** Column names are normalised: lower case, without spaces, `_`, `.` and `-`. */
const fields = {
  question: ['question', 'title', 'faq'],
  answer: ['answer', 'content', 'text', 'body'],
  group: ['group', 'section', 'category', 'topic', 'heading'],
  locale: ['locale', 'language', 'lang'],
  products: ['productids', 'platformproductids', 'products', 'productid', 'platformproductid', 'product'],
  categories: ['categoryids', 'platformcategoryids', 'categories', 'categoryid', 'platformcategoryid'],
  status: ['status', 'published', 'state'],
} as const

export type FaqRow = { line: number } & ({ problem: RowProblem } | { faq: ImportedFaq })

export type FaqFile = {
  format: { name: string }
  unusedColumns: string[]
  warnings: RowProblem[]
  rows: AsyncGenerator<FaqRow>
  close(): Promise<void>
}

export async function openFaqFile(source: AsyncIterable<Uint8Array>): Promise<FaqFile> {
  const { columns, warnings, records, close } = await openRecords(source)
  const header = new Set(columns.map(normaliseColumn))
  const missing = (['question', 'answer'] as const).filter((name) => !fields[name].some((each) => header.has(each)))
  if (missing.length > 0) {
    await close()
    throw new FileProblem(
      'unknown_format',
      `Missing columns: ${missing.join(', ')}. Rename your columns to question and answer, and upload the file again.`,
      { missing, columns: columns.map(masked) },
    )
  }
  const used = new Set<string>(Object.values(fields).flat())
  async function* rows(): AsyncGenerator<FaqRow> {
    for await (const record of records)
      yield 'problem' in record ? record : { line: record.line, ...readRow(record.values) }
  }
  const unusedColumns = columns
    .filter((column) => !used.has(normaliseColumn(column)))
    .filter((column) => !isVisibilityColumn(normaliseColumn(column)))
  return { format: { name: 'generic_faqs' }, unusedColumns, warnings, rows: rows(), close }
}

const problem = (code: string, message: string): { problem: RowProblem } => ({ problem: { code, message } })

function readRow(values: RawValues): { problem: RowProblem } | { faq: ImportedFaq } {
  const cell = (name: keyof typeof fields) =>
    fields[name].map((each) => values[each]?.trim() ?? '').find((text) => text !== '') ?? ''
  const [question, answer, group] = [cell('question'), cell('answer'), cell('group')]
  for (const [name, text] of Object.entries({ question, answer, group }) as [
    'question' | 'answer' | 'group',
    string,
  ][]) {
    if (text === '' && name !== 'group') return problem(`${name}_missing`, `The row has no ${name}.`)
    if (text.length > limits[name])
      return problem(`${name}_too_long`, `The ${name} has ${text.length} characters; the maximum is ${limits[name]}.`)
  }
  const language = cell('locale')
  const locale = language === '' ? null : canonicalTag(language)
  if (locale === undefined || (locale?.length ?? 0) > 35)
    return problem('locale_not_known', `${quoted(language)} is not a language tag such as en or pt-BR.`)
  const status = readStatus(values)
  if (status === undefined)
    return problem('status_not_known', `The status ${quoted(cell('status'))} must be published or draft.`)
  const [products, categories] = [namesIn(cell('products')), namesIn(cell('categories'))]
  const lost = [...products, ...categories].find(isMangledNumber)
  if (lost !== undefined) return problem('product_id_mangled', mangledMessage('id', lost))
  if (Math.max(products.length, categories.length) > limits.places)
    return problem(
      'too_many_places',
      `A FAQ can have at most ${limits.places} products and ${limits.places} categories.`,
    )
  return { faq: { question, answer, group: group || null, locale, status, products, categories } }
}

function readStatus(values: RawValues): 'published' | 'draft' | undefined {
  const { status, isStated, unknown } = readVisibility(values, { fields: { status: fields.status } })
  if (unknown !== undefined) return undefined
  return isStated && status === 'approved' ? 'published' : 'draft'
}

const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;|\n]/)
      .map((name) => name.trim().slice(0, 255))
      .filter((name) => name !== ''),
  ),
]
