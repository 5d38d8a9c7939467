// Spreadsheets run cells that start like a formula. A leading apostrophe, which the program hides, prevents that.

export const escapeCell = (value: string): string => (/^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value)

/** Undoes the escape: returns the original content of a cell. */
export const unescapeCell = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string): string {
  const cell = escapeCell(value)
  // A cell with a semicolon or tab is quoted too, because the program that opens the file may split at it.
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
