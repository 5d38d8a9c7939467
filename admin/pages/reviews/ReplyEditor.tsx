import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { type Review, reviewQuery } from '../../api/reviews/reviews.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { formatTime } from '../../components/values/dates.ts'
import { Time } from '../../components/values/Time.tsx'
import { deleteDraft, findDraft, saveDraft } from '../../state/reply-drafts.ts'
import { useInbox } from './state/inbox.ts'
import { useReviewChange } from './state/use-review-change.ts'
import { addTo } from './templates/fill-template.ts'
import { Suggestions } from './templates/Suggestions.tsx'
import { TemplatesDialog } from './templates/TemplatesDialog.tsx'
import { TemplatesMenu } from './templates/TemplatesMenu.tsx'

const maxLength = 5000

export function ReplyEditor({ review }: { review: Review }) {
  const { mayWrite } = useInbox()
  const [isEditing, setIsEditing] = useState(findDraft(review.id) !== undefined)
  // An unsaved reply stays even if somebody else has answered.
  if (review.reply && !isEditing && findDraft(review.id) === undefined) {
    return <Reply review={review} reply={review.reply} mayWrite={mayWrite} onEdit={() => setIsEditing(true)} />
  }
  return mayWrite ? <Editor review={review} onDone={() => setIsEditing(false)} /> : null
}

function Editor({ review, onDone }: { review: Review; onDone(): void }) {
  const sent = review.reply?.body ?? ''
  const [text, setText] = useState(findDraft(review.id) ?? sent)
  const [begunUpon, setBegunUpon] = useState(review.reply?.repliedAt ?? null)
  const [managing, setManaging] = useState<string>()
  const { search, openId, neighbour, open } = useInbox()
  const changing = useReviewChange(review.id)
  const body = text.trim()
  const write = (next: string) => {
    setText(next)
    saveDraft(review.id, next, sent)
  }
  const close = () => {
    deleteDraft(review.id)
    onDone()
  }
  const send = (repliedAt = begunUpon) => {
    if (!body) return
    setBegunUpon(repliedAt)
    const onSaved = () => {
      // In the queue of unanswered reviews, the next one opens.
      const isHere = isWritingHere()
      const next = search.answered === false && openId === review.id ? (neighbour(1) ?? neighbour(-1)) : undefined
      if (next && isHere) void open(next, true)
      if (isHere) focusInList(next ?? review.id)
      close()
      toast(review.status === 'approved' ? 'Reply published' : 'Reply saved')
    }
    // `onSaved` deletes the draft, even if another review is open by then. Errors are in `changing.error`.
    changing.mutateAsync({ reply: { body }, seen: { repliedAt } }).then(onSaved, () => {})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <form onSubmit={submit} className="grid gap-2">
        <label htmlFor="reply" className="text-sm font-semibold">
          Your public reply
        </label>
        {!body && <Suggestions review={review} onPick={(more) => write(addTo(text, more))} />}
        <textarea
          id="reply"
          aria-describedby="reply-note"
          rows={4}
          maxLength={maxLength}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && send()}
          className="control h-auto py-2.5"
        />
        {isTaken(changing.error) ? (
          <AnsweredMeanwhile review={review} onReplace={() => send(review.reply?.repliedAt ?? null)} onLeave={close} />
        ) : (
          changing.error && <Notice tone="danger">{changing.error.message}</Notice>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p id="reply-note" className="text-xs text-quiet">
            {text.length > maxLength - 500
              ? `${maxLength - text.length} characters left`
              : "Published under the review with your store's name."}
          </p>
          <span className="ml-auto flex gap-2">
            <TemplatesMenu
              review={review}
              text={text}
              onPick={(more) => write(addTo(text, more))}
              onManage={setManaging}
            />
            {review.reply && (
              <Button size="small" look="quiet" onClick={close}>
                Cancel
              </Button>
            )}
            <Button
              type="submit"
              size="small"
              look={body ? 'primary' : 'secondary'}
              isBusy={changing.isPending}
              disabled={!body}
            >
              {review.status === 'approved' ? 'Publish reply' : 'Save reply'}
            </Button>
          </span>
        </div>
      </form>
      {managing !== undefined && <TemplatesDialog newBody={managing} onClose={() => setManaging(undefined)} />}
    </>
  )
}

const isWritingHere = () =>
  document.activeElement === document.body || Boolean(document.activeElement?.closest('form')?.querySelector('#reply'))

/** The editor unmounts after saving, so the focus moves to the review in the list. */
function focusInList(id: string): void {
  document.querySelector<HTMLElement>(`[data-review="${id}"] a`)?.focus({ preventScroll: true })
}

const isTaken = (error: Error | null) => error instanceof ApiError && error.code === 'review_changed'

type AnsweredProps = { review: Review; onReplace(): void; onLeave(): void }

/** If two people answer, the second person sees both replies and decides. */
function AnsweredMeanwhile({ review, onReplace, onLeave }: AnsweredProps) {
  const { storeId } = useInbox()
  const { isFetching } = useQuery({ ...reviewQuery(storeId, review.id), refetchOnMount: 'always' })
  return (
    <Notice tone="warn">
      <div className="grid gap-2">
        <p>Someone else replied to this review or changed the reply. Your text was not sent.</p>
        {review.reply && (
          <blockquote dir="auto" className="border-l-2 border-current pl-3 break-words whitespace-pre-line">
            {review.reply.body}
          </blockquote>
        )}
        <span className="flex flex-wrap gap-2">
          <Button size="small" isBusy={isFetching} onClick={onReplace}>
            Send mine instead
          </Button>
          <Button size="small" look="quiet" onClick={onLeave}>
            Discard mine
          </Button>
        </span>
      </div>
    </Notice>
  )
}

type ReplyProps = { review: Review; reply: NonNullable<Review['reply']>; mayWrite: boolean; onEdit(): void }

function Reply({ review, reply, mayWrite, onEdit }: ReplyProps) {
  const [isAsking, setIsAsking] = useState(false)
  const changing = useReviewChange(review.id)
  return (
    <section aria-label="Reply" className="grid gap-2 border-l-2 border-accent pl-4">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="font-semibold">{reply.authorName}</span>
        <span className="text-quiet">
          replied <Time at={reply.repliedAt} />
        </span>
      </p>
      <p dir="auto" className="break-words whitespace-pre-line">
        {reply.body}
      </p>
      <NotifiedAuthor review={review} reply={reply} mayWrite={mayWrite} />
      {mayWrite && (
        <div className="-ml-2.5 flex gap-1">
          <Button size="small" look="quiet" icon="pencil" onClick={onEdit}>
            Edit
          </Button>
          <Button size="small" look="dangerQuiet" icon="trash" onClick={() => setIsAsking(true)}>
            Withdraw
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Withdraw the reply?"
          confirmLabel="Withdraw"
          isDangerous
          act={() => changing.mutateAsync({ reply: null })}
          onDone={() => toast('Reply withdrawn')}
          onClose={() => setIsAsking(false)}
        >
          <p>It disappears from the store. The review stays as it is.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function NotifiedAuthor({ review, reply, mayWrite }: Omit<ReplyProps, 'onEdit'>) {
  const changing = useReviewChange(review.id)
  const { replyMailAt, status } = review
  if (status !== 'approved')
    return (
      <p className="text-xs text-quiet">The reply is published once the review is approved. No email is sent before.</p>
    )
  if (!replyMailAt || Date.parse(replyMailAt) <= serverNowMs()) return null
  const undo = () => {
    saveDraft(review.id, reply.body, '')
    changing.mutateAsync({ reply: null }).then(
      () => toast('Reply withdrawn. No email was sent.'),
      () => deleteDraft(review.id),
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-xs text-quiet">
      <p>
        The customer gets this by email at <time dateTime={replyMailAt}>{formatTime(replyMailAt)}</time>
      </p>
      {mayWrite && (
        <Button size="small" look="quiet" isBusy={changing.isPending} onClick={undo}>
          Undo
        </Button>
      )}
      {changing.error && <Notice tone="danger">{changing.error.message}</Notice>}
    </div>
  )
}
