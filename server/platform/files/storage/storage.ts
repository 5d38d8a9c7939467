// Only the service makes keys. A file exists whole or not at all, and never changes under its key.
import type { Readable } from 'node:stream'

export type Storage = {
  put(key: string, content: Uint8Array | Readable): Promise<void>
  /** The stream fails when the file does not exist. */
  read(key: string): Readable
  /**
   * Returns undefined when the file does not exist. With `part`, `end` is the last byte to read, and the result's `size` is
   * the size of the part.
   */
  open(key: string, part?: { start: number; end: number }): Promise<OpenFile | undefined>
  exists(key: string): Promise<boolean>
  /** Deleting a missing file is no error, because a deletion may be retried. */
  remove(key: string): Promise<void>
  /** Lists files in key order, starting after the key `after`. The prefix ends with a slash. */
  list(prefix: string, page: { after?: string; limit: number }): Promise<ListedFile[]>
  /** Deletes unfinished uploads that started before the given date. */
  removeUnfinished(before: Date): Promise<void>
  close(): void
}

export type OpenFile = { size: number; type: string; content: Readable }
export type ListedFile = { key: string; size: number; modifiedAt: Date }
