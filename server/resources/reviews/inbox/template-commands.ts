import { isDeepStrictEqual } from 'node:util'
import type { StoreTx } from '#platform/db/db.ts'
import { conflict, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { requireLine, requireText } from '../rules.ts'
import { limits, type NewReplyTemplate, type ReplyTemplate, type ReplyTemplateChanges } from './template-schema.ts'
import * as store from './template-store.ts'

export async function createTemplate(tx: StoreTx, template: NewReplyTemplate): Promise<ReplyTemplate> {
  await store.lockList(tx)
  if ((await store.countAll(tx)) >= limits.templates)
    throw conflict(`A store can have at most ${limits.templates} reply templates. Delete one first.`, 'limit_reached')
  const id = newId(tx.now.getTime())
  await store.insert(tx, { id, ...toFields({ ratings: [], topics: [], ...template }) })
  return requireTemplate(tx, id)
}

/** Throws 404, or 409 if someone else changed the template first. An unchanged template is not written. */
export async function changeTemplate(tx: StoreTx, id: string, changes: ReplyTemplateChanges): Promise<ReplyTemplate> {
  const before = orNotFound(await store.lock(tx, id), 'reply_template', id)
  if (changes.updatedAt !== undefined && Date.parse(changes.updatedAt) !== Date.parse(before.updatedAt))
    throw conflict('This template was changed by somebody else. Read it again, then send your change.')
  const after = toFields({ ...before, ...changes })
  if (isDeepStrictEqual(after, toFields(before))) return before
  await store.update(tx, { id, ...after })
  return requireTemplate(tx, id)
}

export async function deleteTemplate(tx: StoreTx, id: string): Promise<ReplyTemplate> {
  const template = orNotFound(await store.lock(tx, id), 'reply_template', id)
  await store.deleteTemplate(tx, id)
  return template
}

function toFields({ title, body, ratings, topics }: Required<NewReplyTemplate>) {
  return {
    title: requireLine(title, '/title'),
    body: requireText(body, '/body'),
    ratings: ratings.toSorted((a, b) => a - b),
    topics: [...new Set(topics.map((topic, i) => requireLine(topic, `/topics/${i}`)))],
  }
}

const requireTemplate = async (tx: StoreTx, id: string): Promise<ReplyTemplate> =>
  orNotFound(await store.find(tx, id), 'reply_template', id)
