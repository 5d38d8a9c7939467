import { useState } from 'react'
import type { Review } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { EditDialog } from './EditDialog.tsx'
import { useInbox } from './state/inbox.ts'

export function ContentLock({ review }: { review: Review }) {
  const { mayWrite } = useInbox()
  const [isEditing, setIsEditing] = useState(false)
  if (review.source !== 'import') {
    return (
      <p className="flex gap-2 text-sm text-quiet">
        <Icon name="lock" className="mt-px size-[1.125rem]" />
        <span>
          {review.source === 'shared'
            ? "This is a copy, which follows the review of the other store. It can't be edited. You can publish it and reply."
            : "Customer content can't be edited. You can publish it and reply."}
        </span>
      </p>
    )
  }
  if (!mayWrite) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-[30rem] text-sm text-quiet">
        This review was imported, so you can correct its rating, text, name and verified mark. The audit log records
        every edit.
      </p>
      <Button size="small" icon="pencil" onClick={() => setIsEditing(true)}>
        Edit
      </Button>
      {isEditing && <EditDialog review={review} onClose={() => setIsEditing(false)} />}
    </div>
  )
}
