import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  createReplyTemplate,
  type ReplyTemplate,
  replyTemplatesKey,
  updateReplyTemplate,
} from '../../../api/reviews/reply-templates.ts'
import { Button } from '../../../components/Button.tsx'
import { DialogActions } from '../../../components/Dialog.tsx'
import { Field, TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

const stars = [5, 4, 3, 2, 1]

const listTopics = (text: string): string[] =>
  text
    .split(/[,،、\n]/)
    .map((topic) => topic.trim())
    .filter(Boolean)

export function TemplateForm({ template, onDone }: { template: Partial<ReplyTemplate>; onDone(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [title, setTitle] = useState(template.title ?? '')
  const [body, setBody] = useState(template.body ?? '')
  const [ratings, setRatings] = useState(template.ratings ?? [])
  const [topics, setTopics] = useState(template.topics?.join(', ') ?? '')
  const { id, updatedAt } = template
  const fields = { title, body, ratings, topics: listTopics(topics) }
  const saving = useMutation({
    mutationFn: () =>
      id
        ? updateReplyTemplate(storeId, id, { ...fields, ...(updatedAt && { updatedAt }) })
        : createReplyTemplate(storeId, fields),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: replyTemplatesKey(storeId) })
      toast('Template saved')
      onDone()
    },
  })
  const beside = remainingError(saving.error, ['/topics'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label="Title"
        hint="Only people who work in this store see it."
        required
        maxLength={80}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field label="Text" hint="{author} becomes the name of the author, {product} the title of the product.">
        {(control) => (
          <textarea
            {...control}
            rows={7}
            required
            maxLength={5000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            className="control h-auto py-2"
          />
        )}
      </Field>
      <fieldset className="grid gap-1.5">
        <legend className="text-sm font-medium">Suggest for reviews with</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2 pt-1.5 text-sm">
          {stars.map((star) => (
            <label key={star} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={ratings.includes(star)}
                onChange={({ target }) =>
                  setRatings(target.checked ? [...ratings, star] : ratings.filter((each) => each !== star))
                }
              />
              {star === 1 ? '1 star' : `${star} stars`}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label="Suggest when the review mentions"
        hint="Words or phrases, separated by commas. Leave blank for any text."
        placeholder="shipping, arrived late"
        maxLength={800}
        value={topics}
        error={errorAt(saving.error, '/topics')}
        onChange={(event) => setTopics(event.target.value)}
      />
      {beside && <Notice tone="danger">{beside}</Notice>}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={saving.isPending} disabled={!title.trim() || !body.trim()}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}
