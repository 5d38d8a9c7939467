import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addItems, galleriesKey } from '../../../api/content/galleries.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

type Choice = { galleryId: string; photoIds: readonly string[] }

export function useAddPhotos(onAdded: (text: string, galleryId: string) => void) {
  const storeId = useStoreId()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ galleryId, photoIds }: Choice) =>
      addItems(
        storeId,
        galleryId,
        photoIds.map((reviewPhotoId) => ({ reviewPhotoId })),
      ),
    onSuccess: ({ data }, { galleryId }) => {
      const waiting = data.filter(({ permission }) => permission === 'pending').length
      const count = data.length === 1 ? 'One photo added.' : `${data.length} photos added.`
      onAdded(
        waiting === 0 ? count : `${count} ${waiting === 1 ? 'One waits' : `${waiting} wait`} for permission.`,
        galleryId,
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
}
