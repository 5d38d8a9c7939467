import { useState } from 'react'
import type { Review, WithholdingReason } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { SelectField } from '../../components/forms/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { Time } from '../../components/values/Time.tsx'
import { reasonChoices, reasonNames } from '../../texts/moderation-reasons.ts'
import { useInbox } from './state/inbox.ts'
import { useReviewChange } from './state/use-review-change.ts'

type Correction = NonNullable<Review['correction']>

/** Shows the published text beside the text that its author wants instead. */
export function CorrectionCard({ review, correction }: { review: Review; correction: Correction }) {
  const { mayWrite } = useInbox()
  const [isRejecting, setIsRejecting] = useState(false)
  const changing = useReviewChange(review.id)
  const seen = { correctionAt: correction.submittedAt }
  const accept = () =>
    changing.mutate({ correction: 'accepted', seen }, { onSuccess: () => toast('Correction accepted') })
  const reject = (reason?: WithholdingReason) =>
    changing.mutate(
      { correction: 'rejected', seen, ...(reason && { reason }) },
      {
        onSuccess: () => toast('Correction rejected'),
        onSettled: () => setIsRejecting(false),
      },
    )
  return (
    <section aria-label="Correction" className="card grid gap-4 p-4 sm:p-5">
      <div className="grid gap-0.5">
        <h3 className="font-semibold tracking-tight">The author asks to change this review</h3>
        <p className="text-sm text-quiet">
          Sent <Time at={correction.submittedAt} />. The old words stay public until you decide.
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Version name="Public now" words={review} />
        <Version name="New" words={correction} />
      </div>
      {changing.error && <Notice tone="danger">{changing.error.message}</Notice>}
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" icon="check" isBusy={changing.isPending && !isRejecting} onClick={accept}>
            Accept
          </Button>
          <Button icon="cross" onClick={() => setIsRejecting(true)}>
            Reject
          </Button>
        </div>
      )}
      {isRejecting && (
        <RejectDialog isBusy={changing.isPending} onReject={reject} onClose={() => setIsRejecting(false)} />
      )}
    </section>
  )
}

function Version({ name, words }: { name: string; words: Pick<Review, 'rating' | 'title' | 'body' | 'authorName'> }) {
  const { rating, title, body, authorName } = words
  return (
    <div className="grid content-start gap-2 rounded-lg border border-line p-3.5 text-sm">
      <h4 className="text-xs font-medium text-quiet">{name}</h4>
      <Stars rating={rating} className="h-4" />
      <div dir="auto" className="grid gap-1.5">
        {title && <p className="font-semibold break-words">{title}</p>}
        <p className="break-words whitespace-pre-line">{body}</p>
        <p className="text-quiet">{authorName}</p>
      </div>
    </div>
  )
}

type RejectProps = { isBusy: boolean; onReject(reason?: WithholdingReason): void; onClose(): void }

function RejectDialog({ isBusy, onReject, onClose }: RejectProps) {
  const [reason, setReason] = useState<WithholdingReason | ''>('')
  return (
    <Dialog title="Why is the correction rejected?" onClose={onClose}>
      <div className="grid gap-4">
        <SelectField
          label="Reason"
          hint="The author sees it. The old words stay public."
          value={reason}
          onChange={(event) => setReason(event.target.value as WithholdingReason | '')}
        >
          <option value="">{reasonNames.unspecified}</option>
          {reasonChoices.map((each) => (
            <option key={each.reason} value={each.reason}>
              {reasonNames[each.reason]}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={isBusy} onClick={() => onReject(reason || undefined)}>
            Reject the correction
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
