/** Accepted column names, compared without case, spaces, `_`, `.` and `-`. */
const columns = ['email', 'emailaddress', 'mail', 'address', 'subscriber', 'recipient', 'customeremail', 'contactemail']

/** Longer cells are truncated. They cannot be addresses, so only their own rows are refused. */
const longest = 1_000

const plainName = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '')

export function readAddressList(text: string): { addresses: string[] } {
  const rows = parseRows(text.replace(/^\ufeff/, '')).filter((cells) => cells.some((cell) => cell !== ''))
  const [first = [], second = []] = rows
  const hasHeader = !first.some((cell) => cell.includes('@')) && first.some((cell) => columns.includes(plainName(cell)))
  const named = hasHeader ? findColumn(first) : -1
  const filled = (hasHeader ? second : first).findIndex((cell) => cell.includes('@'))
  const place = named >= 0 ? named : Math.max(filled, 0)
  return { addresses: rows.slice(hasHeader ? 1 : 0).map((cells) => (cells[place] ?? '').slice(0, longest)) }
}

/** Tries the likeliest name first, because a file may have `Email Address` beside a postal `Address`. */
function findColumn(header: readonly string[]): number {
  const names = header.map(plainName)
  return columns.map((column) => names.indexOf(column)).find((place) => place >= 0) ?? -1
}

function parseRows(text: string): string[][] {
  const head = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
  const delimiter = [';', '\t'].find((each) => head.includes(each)) ?? ','
  const rows: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(cells)
    cells = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === delimiter) endCell()
    else if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) endRow()
    else cell += character
  }
  endRow()
  return rows
}
