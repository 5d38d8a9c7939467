import type { StoreTx } from '#platform/db/db.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { conflict, invalidField, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { redactPerson } from '../erasure-rules.ts'
import { requireText } from '../rules.ts'
import { limits, type ReviewAssignee, type ReviewNote } from './note-schema.ts'
import * as store from './note-store.ts'

type Person = Pick<Caller, 'id' | 'role'>

export async function readTeamwork(tx: StoreTx, person: Person, reviewId: string) {
  orNotFound(await store.findReview(tx, reviewId), 'review', reviewId)
  return { assignee: (await store.findAssignee(tx, reviewId)) ?? null, notes: await listNotes(tx, person, reviewId) }
}

export async function addNote(tx: StoreTx, person: Person, reviewId: string, sent: string): Promise<ReviewNote> {
  orNotFound(await store.lockReview(tx, reviewId), 'review', reviewId)
  if ((await store.countNotes(tx, reviewId)) >= limits.notes)
    throw conflict(`A review can have at most ${limits.notes} notes. Delete one first.`, 'limit_reached')
  const id = newId(tx.now.getTime())
  await store.insertNote(tx, { id, reviewId, authorId: person.id, body: requireText(sent, '/body') })
  const note = (await listNotes(tx, person, reviewId)).find((each) => each.id === id)
  return orNotFound(note, 'note', id)
}

/** People delete their own notes. Admins delete any note. */
export async function deleteNote(tx: StoreTx, { id, role }: Person, reviewId: string, noteId: string): Promise<void> {
  const authorId = role === 'ADMIN' || role === 'OWNER' ? undefined : id
  if ((await store.deleteNote(tx, { id: noteId, reviewId, authorId })) === 0) throw notFound('note', noteId)
}

export async function assign(tx: StoreTx, reviewId: string, memberId: string | null): Promise<ReviewAssignee | null> {
  orNotFound(await store.lockReview(tx, reviewId), 'review', reviewId)
  if (memberId === null) {
    await store.deleteAssignee(tx, reviewId)
    return null
  }
  const member = await store.findMember(tx, memberId)
  if (!member) throw invalidField('/userId', 'must be the id of an active member of the organization')
  if ((await store.countAssigned(tx, member.userId)) >= limits.assigned)
    throw conflict(
      `A member can have at most ${limits.assigned} assigned reviews in a store. Choose another member.`,
      'limit_reached',
    )
  await store.upsertAssignee(tx, reviewId, member.userId)
  return (await store.findAssignee(tx, reviewId)) ?? null
}

export async function deleteAssigneesOf(tx: StoreTx, userIds: readonly string[]): Promise<void> {
  await store.deleteAssigneesOf(tx, userIds)
}

/** Removes the person's email address from all notes, and the name from notes on the person's own reviews. */
export async function eraseFromNotes(tx: StoreTx, email: string): Promise<void> {
  for (const { id, body, authorEmail, authorName } of await store.lockNotes(tx)) {
    const left = redactPerson(body, { email, name: authorEmail === email ? authorName : '' })
    if (left !== body) await store.updateBody(tx, { id, body: left })
  }
}

async function listNotes(tx: StoreTx, person: Person, reviewId: string): Promise<ReviewNote[]> {
  const rows = await store.listNotes(tx, reviewId)
  return rows.map(({ authorId, ...note }) => ({ ...note, isOwn: authorId === person.id }))
}
