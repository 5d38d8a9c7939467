import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Member } from '../../../api/account/account.ts'
import { everyMemberQuery } from '../../../api/account/organization.ts'
import { listKey } from '../../../api/reviews/reviews.ts'
import { addNote, assignReview, deleteNote, type ReviewNote, teamworkQuery } from '../../../api/reviews/teamwork.ts'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Select } from '../../../components/forms/Select.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useRole } from '../../../shell/store/use-store.ts'
import { useInbox } from '../state/inbox.ts'

/** Notes and the assignee. Only people who are signed in as members see them. */
export function Teamwork({ reviewId }: { reviewId: string }) {
  const { storeId, mayWrite } = useInbox()
  const { isDelegate } = useRole()
  const { data, error, refetch } = useQuery({ ...teamworkQuery(storeId, reviewId), enabled: !isDelegate })
  if (isDelegate) return null
  return (
    <section aria-labelledby="team" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="team" className="text-sm font-semibold">
          Team
        </h3>
        {data && <Assignee reviewId={reviewId} assignee={data.assignee} />}
      </div>
      {error && (
        <Notice tone="danger">
          {error.message}{' '}
          <Button size="small" look="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {data && data.notes.length === 0 && <p className="text-sm text-quiet">No notes yet. Customers never see them.</p>}
      {data && data.notes.length > 0 && (
        <ul aria-label="Notes" className="grid gap-2">
          {data.notes.map((note) => (
            <Note key={note.id} reviewId={reviewId} note={note} />
          ))}
        </ul>
      )}
      {mayWrite && data && <NoteForm reviewId={reviewId} />}
    </section>
  )
}

function useRefresh(reviewId: string) {
  const { storeId } = useInbox()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: teamworkQuery(storeId, reviewId).queryKey })
}

const nameOf = ({ name, email }: Member) => name || email

function Assignee({ reviewId, assignee }: { reviewId: string; assignee: { userId: string; name: string } | null }) {
  const { storeId, mayWrite } = useInbox()
  const queryClient = useQueryClient()
  const refresh = useRefresh(reviewId)
  const { data: members = [] } = useQuery({ ...everyMemberQuery(storeId), enabled: mayWrite })
  const assigning = useMutation({
    mutationFn: (userId: string | null) => assignReview(storeId, reviewId, userId),
    onSuccess: async ({ assignee: next }) => {
      await refresh()
      await queryClient.invalidateQueries({ queryKey: listKey(storeId) })
      toast(next ? `Assigned to ${next.name}` : 'No longer assigned')
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  if (!mayWrite) return <span className="text-sm text-quiet">{assignee ? assignee.name : 'Not assigned'}</span>
  const active = members.filter(({ status }) => status === 'active')
  const isListed = !assignee || active.some(({ id }) => id === assignee.userId)
  return (
    <Select
      aria-label="Assigned to"
      value={assignee?.userId ?? ''}
      disabled={assigning.isPending}
      onChange={(event) => assigning.mutate(event.target.value || null)}
      className="h-9 max-w-56! text-sm"
    >
      <option value="">Not assigned</option>
      {!isListed && <option value={assignee.userId}>{assignee.name}</option>}
      {active.map((member) => (
        <option key={member.id} value={member.id}>
          {nameOf(member)}
        </option>
      ))}
    </Select>
  )
}

function Note({ reviewId, note }: { reviewId: string; note: ReviewNote }) {
  const { storeId, mayWrite } = useInbox()
  const { isAtLeast } = useRole()
  const refresh = useRefresh(reviewId)
  const deleting = useMutation({
    mutationFn: () => deleteNote(storeId, reviewId, note.id),
    onSuccess: async () => {
      await refresh()
      // Undo adds a new note by the signed-in person, so people can restore only their own notes.
      const restore = () =>
        addNote(storeId, reviewId, note.body).then(refresh, (error: Error) => toast(error.message, { tone: 'danger' }))
      toast('Note deleted', note.isOwn ? { ms: 10_000, action: { label: 'Undo', run: () => void restore() } } : {})
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <li className="flex items-start gap-2 rounded-lg border border-line bg-sunken py-2 pr-1 pl-3 text-sm">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-xs text-quiet">
          {note.authorName ?? 'Former member'}, <Time at={note.createdAt} />
        </p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {note.body}
        </p>
      </div>
      {mayWrite && (note.isOwn || isAtLeast('ADMIN')) && (
        <IconButton
          icon="trash"
          label="Delete this note"
          disabled={deleting.isPending}
          onClick={() => deleting.mutate()}
        />
      )}
    </li>
  )
}

function NoteForm({ reviewId }: { reviewId: string }) {
  const { storeId } = useInbox()
  const id = useId()
  const refresh = useRefresh(reviewId)
  const [text, setText] = useState('')
  const adding = useMutation({
    mutationFn: () => addNote(storeId, reviewId, text.trim()),
    onSuccess: async () => {
      await refresh()
      setText('')
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() && !adding.isPending) adding.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        New note
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        placeholder="Note for your team"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && submit()}
        className="control h-auto py-2"
      />
      {adding.error && <Notice tone="danger">{adding.error.message}</Notice>}
      <Button type="submit" size="small" className="justify-self-end" isBusy={adding.isPending} disabled={!text.trim()}>
        Add note
      </Button>
    </form>
  )
}
