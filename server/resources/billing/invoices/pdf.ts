// PDF's built-in fonts only cover Western Europe; this font has Greek, Cyrillic and more.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { formatAmount } from '#platform/values/money.ts'
import type { InvoiceRow } from './store.ts'

const left = 56
const right = 539
const ink = '#1b1f24'
const quiet = '#5b6570'

const require = createRequire(import.meta.url)
let fonts: { regular: Buffer; bold: Buffer } | undefined

/** The fonts are read with the first invoice, because most processes never render one. */
function readFonts() {
  fonts ??= {
    regular: readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    bold: readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  }
  return fonts
}

const dayOf = (instant: string | null) => (instant === null ? '–' : instant.slice(0, 10))

export async function writePdf(row: InvoiceRow): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const { regular, bold } = readFonts()
  const title = `${row.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${row.number}`
  const doc = new PDFDocument({
    size: 'A4',
    margin: left,
    lang: 'en',
    info: { Title: title, Author: row.seller.name, CreationDate: new Date(row.issuedAt) },
  })
  doc.registerFont('regular', regular).registerFont('bold', bold)
  const money = (amount: string) => `${formatAmount(amount, row.currency)} ${row.currency}`
  const write = (
    text: string,
    x: number,
    y: number,
    more: { width?: number; align?: 'right'; bold?: true; size?: number; color?: string } = {},
  ) => {
    doc
      .font(more.bold ? 'bold' : 'regular')
      .fontSize(more.size ?? 9.5)
      .fillColor(more.color ?? ink)
      .text(text, x, y, { width: more.width ?? right - x, align: more.align ?? 'left', lineGap: 2 })
    return doc.y
  }

  let y = write(formatParty(row.seller), left, 56, { width: 300, color: quiet })
  y = write(title, left, Math.max(y + 28, 150), { bold: true, size: 17 })
  const mark = formatState(row)
  if (mark) y = write(mark, left, y + 4, { bold: true, color: row.state === 'void' ? '#b42318' : '#0b6e4f' })
  const top = y + 20
  write(row.kind === 'invoice' ? 'Bill to' : 'For', left, top, { color: quiet })
  const afterParty = write(formatParty(row.customer), left, top + 15, { width: 250 })
  const facts: [string, string][] = [
    [row.kind === 'invoice' ? 'Invoice date' : 'Date', dayOf(row.issuedAt)],
    ...(row.dueAt && row.kind === 'invoice' ? [['Due', dayOf(row.dueAt)] as [string, string]] : []),
    ...(row.periodStartsAt
      ? [['Period', `${dayOf(row.periodStartsAt)} to ${dayOf(row.periodEndsAt)}`] as [string, string]]
      : []),
  ]
  let factY = top
  for (const [label, value] of facts) {
    write(label, 320, factY, { width: 80, color: quiet })
    factY = Math.max(write(value, 400, factY, { width: right - 400 }), factY + 14) + 3
  }

  y = Math.max(afterParty, factY) + 28
  const rule = (at: number) => doc.moveTo(left, at).lineTo(right, at).lineWidth(0.6).strokeColor('#d5dae0').stroke()
  write('Description', left, y, { color: quiet })
  write('Net', 400, y, { width: right - 400, align: 'right', color: quiet })
  y += 18
  rule(y)
  for (const { description, net } of row.lines) {
    const lineY = y + 9
    write(money(net), 400, lineY, { width: right - 400, align: 'right' })
    y = write(description, left, lineY, { width: 330 }) + 7
    rule(y)
  }
  const sum = (label: string, amount: string, isBold = false) => {
    y += 10
    const more = isBold ? ({ bold: true, size: 11 } as const) : {}
    write(label, 300, y, { width: 120, ...more })
    y = write(money(amount), 400, y, { width: right - 400, align: 'right', ...more })
  }
  sum('Net', row.net)
  sum(`VAT ${row.vatRate} %`, row.vat)
  sum('Total', row.gross, true)
  y += 24
  if (row.vatNote) y = write(row.vatNote, left, y) + 12
  if (row.state === 'open' && row.seller.paymentDetails)
    y = write(`How to pay\n${row.seller.paymentDetails}\nReference: ${row.number}`, left, y) + 12
  write('Dates are in UTC.', left, y, { color: quiet, size: 8 })
  doc.end()
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const formatParty = ({ name, address, country, vatNumber }: InvoiceRow['customer']): string =>
  [name, address, country, vatNumber && `VAT number ${vatNumber}`].filter(Boolean).join('\n')

function formatState({ kind, state, paidAt, voidedAt }: InvoiceRow): string | undefined {
  if (kind === 'credit_note') return undefined
  if (state === 'void') return `VOID since ${dayOf(voidedAt)}: no payment due`
  if (state === 'paid') return `Paid on ${dayOf(paidAt)}`
  return state === 'refunded' ? `Paid on ${dayOf(paidAt)} and refunded` : undefined
}
