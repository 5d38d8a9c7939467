import type { StoreTx } from '#platform/db/db.ts'
import type { OwnPictures } from '#platform/files/markdown.ts'
import { toShown } from './rules.ts'
import type { ShownFaq } from './schema.ts'
import { listShown, type ShownRequest } from './store.ts'

export const listShownFaqs = async (tx: StoreTx, request: ShownRequest, own: OwnPictures): Promise<ShownFaq[]> =>
  (await listShown(tx, request, (row) => toShown(row, own))).data
