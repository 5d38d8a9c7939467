import { maxPhotoBytes } from '#platform/files/images/processing.ts'
import { requireMediaType, withBytes, withForm } from '#platform/http/receive/form.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { invalidField } from '#platform/values/errors.ts'

export const photoTypes = [
  'multipart/form-data',
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/octet-stream',
] as const

/** The photo stays in memory until `use` ends. */
export async function withPhoto<T>(request: Incoming, use: (bytes: Buffer) => Promise<T>): Promise<T> {
  const type = requireMediaType(request.upload, photoTypes, 'photo')
  if (type !== 'multipart/form-data') return withBytes(request, maxPhotoBytes, use)
  return withForm(
    request,
    { maxFiles: 1, maxFileBytes: maxPhotoBytes, maxFields: 20, maxFieldBytes: 10_000 },
    ({ files: [file] }) => {
      // Any field name is accepted, because the form has only one file.
      if (!file) throw invalidField('/file', 'is missing: send the photo in the form field "file"')
      return use(file.bytes)
    },
  )
}
