// The files that were checked while this page is open, so that the import after a check needs no second choosing.
import type { ImportOptions } from '../../api/imports.ts'

export type Chosen = { file: File; options: ImportOptions }

const byCheck = new Map<string, Chosen>()

export const rememberFile = (importId: string, chosen: Chosen) => byCheck.set(importId, chosen)
export const fileOfCheck = (importId: string): Chosen | undefined => byCheck.get(importId)
