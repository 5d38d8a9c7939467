import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { uploadPicture } from '../../../api/mail/email-templates.ts'
import { Button } from '../../../components/Button.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

type Props = { uploadId: string | undefined; error: string | undefined; onUpload(uploadId: string | undefined): void }

export function LogoUpload({ uploadId, error, onUpload }: Props) {
  const storeId = useStoreId()
  const field = useRef<HTMLInputElement>(null)
  const sending = useMutation({
    mutationFn: (file: File) => uploadPicture(storeId, file),
    onSuccess: ({ id }) => onUpload(id),
  })
  const problem = error ?? sending.error?.message
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        <Button icon="upload" isBusy={sending.isPending} onClick={() => field.current?.click()}>
          {sending.isPending ? 'Uploading …' : 'Upload a picture'}
        </Button>
        {uploadId !== undefined && (
          <Button look="quiet" onClick={() => onUpload(undefined)}>
            Take it back
          </Button>
        )}
      </div>
      <input
        ref={field}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture for the logo"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) sending.mutate(file)
          // Lets the person choose the same file again after a correction.
          target.value = ''
        }}
      />
      <p role="status" className={`text-sm ${problem ? 'text-danger' : 'text-quiet'}`}>
        {problem ?? (uploadId === undefined ? 'PNG, JPEG or WebP, up to 10 MB.' : 'Save to use it as your logo.')}
      </p>
    </div>
  )
}
