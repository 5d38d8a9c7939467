import type { StorageAddress } from '../../values/storage-address.ts'
import { fileStorage } from './file.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

export const createStorage = (address: StorageAddress): Storage =>
  address.kind === 'file' ? fileStorage(address.folder) : s3Storage(address)
