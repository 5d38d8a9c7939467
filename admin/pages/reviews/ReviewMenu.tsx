import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteReview, type Review, reviewsKey } from '../../api/reviews/reviews.ts'
import { IconButton } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { toast } from '../../components/toasts.ts'
import { useInbox } from './state/inbox.ts'

export function ReviewMenu({ review }: { review: Review }) {
  const { storeId, mayWrite, open, neighbour } = useInbox()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  if (!mayWrite) return null
  const onDone = async () => {
    toast('Review deleted')
    await open(neighbour(1) ?? neighbour(-1), true)
    queryClient.removeQueries({ queryKey: [...reviewsKey(storeId), 'one', review.id] })
    await queryClient.invalidateQueries({ queryKey: reviewsKey(storeId) })
  }
  return (
    <>
      <Menu label="More" trigger={<IconButton icon="more" label="More" />}>
        <MenuItem isDangerous onSelect={() => setIsAsking(true)}>
          <Icon name="trash" className="size-4" />
          Delete the review
        </MenuItem>
      </Menu>
      {isAsking && (
        <ConfirmDialog
          title="Delete this review permanently?"
          confirmLabel="Delete"
          isDangerous
          act={() => deleteReview(storeId, review.id)}
          onDone={() => void onDone()}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The review of {review.authorName} is deleted with its photos and your reply. This cannot be undone. To take
            it off the store and keep it, reject it instead.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
