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
          Rating, words, name and the verified mark stay as the customer left them. You decide whether the review is
          shown, and you can answer it.
        </span>
      </p>
    )
  }
  if (!mayWrite) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-[30rem] text-sm text-quiet">
        This review was imported, so its rating, words, name and verified mark can be mended. Every edit is recorded in
        the audit log.
      </p>
      <Button size="small" icon="pencil" onClick={() => setIsEditing(true)}>
        Edit
      </Button>
      {isEditing && <EditDialog review={review} onClose={() => setIsEditing(false)} />}
    </div>
  )
}
