import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeFaq, createFaq, type Faq, faqsKey } from '../../api/faqs.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Field, TextField } from '../../components/Field.tsx'
import { errorAt, remainingError } from '../../components/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/use-store.ts'
import { Preview } from './Preview.tsx'

/** Writes a FAQ or changes one. It stays open, with all that was typed, whatever the service says. */
export function FaqDialog({ faq, onClose }: { faq?: Faq; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [question, setQuestion] = useState(faq?.question ?? '')
  const [answer, setAnswer] = useState(faq?.answer ?? '')
  const [group, setGroup] = useState(faq?.group ?? '')
  const saving = useMutation({
    mutationFn: (status: Faq['status'] | undefined) => {
      const said = { question, answer, group: group || null, ...(status && { status }) }
      return faq ? changeFaq(storeId, faq.id, { ...said, updatedAt: faq.updatedAt }) : createFaq(storeId, said)
    },
    onSuccess: ({ status }) => {
      toast(status === 'published' ? 'Saved. Shoppers see it now.' : 'Saved as a draft.')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: faqsKey(storeId) }),
  })
  const rest = remainingError(saving.error, ['/question', '/answer', '/group'])
  const isPublished = faq?.status === 'published'
  return (
    <Dialog title={faq ? 'Edit the FAQ' : 'Write a FAQ'} size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(undefined)
        }}
      >
        <TextField
          label="Question"
          dir="auto"
          required
          maxLength={300}
          value={question}
          error={errorAt(saving.error, '/question')}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <AnswerField value={answer} error={errorAt(saving.error, '/answer')} onChange={setAnswer} />
        <TextField
          label="Group"
          hint="A heading that several FAQs share, such as Shipping. Leave it empty for none."
          dir="auto"
          maxLength={80}
          value={group}
          error={errorAt(saving.error, '/group')}
          onChange={(event) => setGroup(event.target.value)}
        />
        {rest && <Notice tone="danger">{rest}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          {!isPublished && (
            <Button
              isBusy={saving.isPending}
              disabled={!question.trim() || !answer.trim()}
              onClick={() => saving.mutate('published')}
            >
              Save and publish
            </Button>
          )}
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {isPublished ? 'Save' : 'Save as a draft'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type AnswerProps = { value: string; error?: string | undefined; onChange(value: string): void }

/** Markdown, and what it becomes. */
export function AnswerField({ value, error, onChange }: AnswerProps) {
  return (
    <>
      <Field label="Answer" hint="Markdown: **bold**, - lists, [links](https://…)." error={error}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            required
            rows={6}
            maxLength={10_000}
            className="control h-auto py-2"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {value.trim() !== '' && <Preview markdown={value} />}
    </>
  )
}
