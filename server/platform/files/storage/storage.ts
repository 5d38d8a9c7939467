// Keeps files under keys, in a folder or in an S3 bucket. Keys are made by the service, never by a caller; a key that is not a
// plain relative path is refused. A file is there whole or not at all, and never changes under its key.
import type { Readable } from 'node:stream'

export type Storage = {
  put(key: string, content: Uint8Array | Readable): Promise<void>
  /** Fails while it is read, when there is no such file. */
  read(key: string): Readable
  /** Undefined when there is no such file. Of a part, whose last byte is `end`, `size` is that of the part. */
  open(key: string, part?: { start: number; end: number }): Promise<OpenFile | undefined>
  exists(key: string): Promise<boolean>
  /** Removing what is not there is no error: a removal may be tried again. */
  remove(key: string): Promise<void>
  /** By key; those after `after`. Of a prefix that ends with a slash. */
  list(prefix: string, page: { after?: string; limit: number }): Promise<ListedFile[]>
  /** Removes what was begun before then and never finished. */
  removeUnfinished(before: Date): Promise<void>
  close(): void
}

export type OpenFile = { size: number; type: string; content: Readable }
export type ListedFile = { key: string; size: number; modifiedAt: Date }
