import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { addItems, galleriesKey } from '../../api/content/galleries.ts'
import { uploadPicture } from '../../api/mail/email-templates.ts'
import { Button } from '../../components/Button.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function UploadButton({ galleryId, disabled }: { galleryId: string; disabled: boolean }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const adding = useMutation({
    async mutationFn(file: File) {
      const { id } = await uploadPicture(storeId, file)
      return addItems(storeId, galleryId, [{ uploadId: id }])
    },
    onSuccess: () => toast('Added. Now add the permission and a caption.'),
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
  return (
    <>
      <Button
        size="small"
        icon="upload"
        disabled={disabled}
        isBusy={adding.isPending}
        onClick={() => field.current?.click()}
      >
        {adding.isPending ? 'Uploading …' : 'Upload'}
      </Button>
      <input
        ref={field}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Upload your own photo"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) adding.mutate(file)
          // Lets the person choose the same file again after a correction.
          target.value = ''
        }}
      />
    </>
  )
}
