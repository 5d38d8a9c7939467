import type { RowProblem } from './problems.ts'

export type RawValues = Record<string, string>
export type RawRecord = { line: number; values: RawValues } | { line: number; problem: RowProblem }
