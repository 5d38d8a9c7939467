import type { RowCells } from './row-cells.ts'

/** An attribute is identified by its label, because ids differ between stores. */
export type SaidAttribute = { label: string; kind: 'scale' | 'choice'; value: number; choice: string | null }

const most = 6

export function readSaidAttributes(cells: RowCells): { attributes?: SaidAttribute[] } {
  const lines = cells.text('attributes').split('\n').filter(Boolean)
  if (lines.length === 0) return {}
  const read = lines.slice(0, most).map(readLine)
  const attributes = read.filter((each) => each !== undefined)
  if (attributes.length < lines.length)
    cells.warn(
      'attribute_left_out',
      'Answers to review questions were skipped: they are not in the format of our export.',
      'attributes',
    )
  return { attributes }
}

function readLine(line: string): SaidAttribute | undefined {
  try {
    const { label, kind, value, choice = null } = JSON.parse(line) as Partial<SaidAttribute>
    // `value` can be a text, because a JSON line with a long id gets all its numbers as texts.
    const number = Number(value)
    const isWhole = Number.isInteger(number) && number >= 0 && number <= 8
    if (typeof label !== 'string' || !isWhole || (kind !== 'scale' && kind !== 'choice')) return undefined
    return { label, kind, value: number, choice: typeof choice === 'string' ? choice : null }
  } catch {
    return undefined
  }
}
