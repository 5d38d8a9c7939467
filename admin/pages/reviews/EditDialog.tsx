import { type FormEvent, useState } from 'react'
import type { Review } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Field, SelectField, TextField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useReviewChange } from './state/use-review-change.ts'

export function EditDialog({ review, onClose }: { review: Review; onClose(): void }) {
  const [rating, setRating] = useState(review.rating)
  const [title, setTitle] = useState(review.title ?? '')
  const [body, setBody] = useState(review.body)
  const [authorName, setAuthorName] = useState(review.authorName)
  const [isVerified, setIsVerified] = useState(review.verified)
  const changing = useReviewChange(review.id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    changing.mutate(
      { rating, title: title.trim() || null, body: body.trim(), authorName: authorName.trim(), verified: isVerified },
      {
        onSuccess: () => {
          onClose()
          toast('Review saved')
        },
      },
    )
  }
  return (
    <Dialog title="Edit the imported review" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Rating" value={rating} onChange={(event) => setRating(Number(event.target.value))}>
            {[5, 4, 3, 2, 1].map((each) => (
              <option key={each} value={each}>
                {each} {each === 1 ? 'star' : 'stars'}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Name"
            required
            maxLength={80}
            value={authorName}
            onChange={(event) => setAuthorName(event.target.value)}
          />
        </div>
        <TextField label="Title" maxLength={150} value={title} onChange={(event) => setTitle(event.target.value)} />
        <Field label="Text">
          {(control) => (
            <textarea
              {...control}
              rows={7}
              maxLength={5000}
              value={body}
              onChange={(event) => setBody(event.target.value)}
              className="control h-auto py-2"
            />
          )}
        </Field>
        <label className="flex items-center gap-2.5 text-sm">
          <input type="checkbox" checked={isVerified} onChange={(event) => setIsVerified(event.target.checked)} />
          Verified purchase
        </label>
        {changing.error && <Notice tone="danger">{changing.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={changing.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
