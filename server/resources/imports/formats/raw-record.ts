import type { RowProblem } from './problems.ts'

/** Cells of a row by normalised column name. */
export type RawValues = Record<string, string>
export type RawRecord = { line: number; values: RawValues } | { line: number; problem: RowProblem }
