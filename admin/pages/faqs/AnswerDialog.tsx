import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerQuestion, changeFaq, type Faq, type FaqQuestion, faqsKey, faqsQuery } from '../../api/faqs.ts'
import { Button } from '../../components/Button.tsx'
import { Switch } from '../../components/Choice.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { SelectField, TextField } from '../../components/Field.tsx'
import { errorAt, remainingError } from '../../components/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { Segments } from '../../components/Segments.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/use-store.ts'
import { AnswerField } from './FaqDialog.tsx'

/** Answers a shopper's question: by a new FAQ, or by one that says it already. */
export function AnswerDialog({ question: asked, onClose }: { question: FaqQuestion; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [way, setWay] = useState<'write' | 'join'>('write')
  const [question, setQuestion] = useState(asked.question.slice(0, 300))
  const [answer, setAnswer] = useState('')
  const [isPublished, setIsPublished] = useState(true)
  const [faqId, setFaqId] = useState('')
  const [made, setMade] = useState<Faq>()
  const faqs = useInfiniteQuery(faqsQuery(storeId, {}))
  const rows = faqs.data?.pages.flatMap((page) => page.data) ?? []
  const answering = useMutation({
    mutationFn: async () => {
      // Answered already, where only publishing it failed the last time.
      const faq = made ?? (await answerQuestion(storeId, asked.id, way === 'join' ? { faqId } : { question, answer }))
      setMade(faq)
      return way === 'write' && isPublished ? changeFaq(storeId, faq.id, { status: 'published' }) : faq
    },
    onSuccess: ({ status }) => {
      toast(
        status === 'published' ? 'Answered. Shoppers see it now.' : 'Answered by a draft. Publish it when it is ready.',
      )
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: faqsKey(storeId) }),
  })
  const rest = remainingError(answering.error, ['/question', '/answer'])
  return (
    <Dialog title="Answer the question" size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          answering.mutate()
        }}
      >
        <blockquote dir="auto" className="border-s-2 border-line ps-3 whitespace-pre-line text-quiet">
          {asked.question}
        </blockquote>
        <div>
          <Segments
            label="How"
            value={way}
            options={[
              ['write', 'Write an answer'],
              ['join', 'A FAQ answers it'],
            ]}
            onChange={setWay}
          />
        </div>
        {way === 'write' ? (
          <>
            <TextField
              label="Question, as shoppers read it"
              dir="auto"
              required
              maxLength={300}
              value={question}
              error={errorAt(answering.error, '/question')}
              onChange={(event) => setQuestion(event.target.value)}
            />
            <AnswerField value={answer} error={errorAt(answering.error, '/answer')} onChange={setAnswer} />
            <Switch
              label="Publish it now"
              hint="Otherwise it is a draft."
              isOn={isPublished}
              onChange={setIsPublished}
            />
          </>
        ) : (
          <SelectField label="FAQ" required value={faqId} onChange={(event) => setFaqId(event.target.value)}>
            <option value="">Choose one</option>
            {rows.map(({ id, question: text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </SelectField>
        )}
        {asked.notify && (
          <p className="text-sm text-quiet">Who asked gets one mail, as soon as the answer is published.</p>
        )}
        {rest && <Notice tone="danger">{rest}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={answering.isPending}>
            Answer
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
