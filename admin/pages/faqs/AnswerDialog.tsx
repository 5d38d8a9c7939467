import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerQuestion, changeFaq, type Faq, type FaqQuestion, faqsKey, faqsQuery } from '../../api/content/faqs.ts'
import { Switch } from '../../components/forms/Choice.tsx'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { Segments } from '../../components/Segments.tsx'
import { EditDialog } from '../../shell/EditDialog.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { AnswerField } from './FaqDialog.tsx'

type Draft = { way: 'write' | 'join'; question: string; answer: string; isPublished: boolean; faqId: string }

export function AnswerDialog({ question: asked, onClose }: { question: FaqQuestion; onClose(): void }) {
  const storeId = useStoreId()
  const drafting = useDraft({
    name: `answer ${asked.id}`,
    row: undefined,
    toDraft: (): Draft => ({
      way: 'write',
      question: asked.question.slice(0, 300),
      answer: '',
      isPublished: true,
      faqId: '',
    }),
    toBody: (draft) => draft,
  })
  const { draft, set } = drafting
  const { way, question, answer, isPublished, faqId } = draft
  const [made, setMade] = useState<Faq>()
  const faqs = useInfiniteQuery(faqsQuery(storeId, {}))
  const rows = faqs.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <EditDialog
      title="Answer the question"
      drafting={drafting}
      paths={['/question', '/answer']}
      queryKey={faqsKey(storeId)}
      saveLabel="Answer"
      save={async () => {
        // The FAQ exists already if only publishing failed in the last attempt.
        const faq = made ?? (await answerQuestion(storeId, asked.id, way === 'join' ? { faqId } : { question, answer }))
        setMade(faq)
        return way === 'write' && isPublished ? changeFaq(storeId, faq.id, { status: 'published' }) : faq
      }}
      said={({ status }) =>
        status === 'published' ? 'Answered. Shoppers see it now.' : 'Answered in a draft. Publish it when it is ready.'
      }
      onClose={onClose}
    >
      {(error) => (
        <>
          <blockquote dir="auto" className="border-s-2 border-line ps-3 whitespace-pre-line text-quiet">
            {asked.question}
          </blockquote>
          <div>
            <Segments
              label="How"
              value={way}
              options={[
                ['write', 'Create FAQ'],
                ['join', 'Answered by an FAQ'],
              ]}
              onChange={(next) => set({ way: next })}
            />
          </div>
          {way === 'write' ? (
            <>
              <TextField
                label="Question, as shoppers see it"
                dir="auto"
                required
                maxLength={300}
                value={question}
                error={error('/question')}
                onChange={(event) => set({ question: event.target.value })}
              />
              <AnswerField value={answer} error={error('/answer')} onChange={(next) => set({ answer: next })} />
              <Switch
                label="Publish it now"
                hint="Otherwise it is a draft."
                isOn={isPublished}
                onChange={(next) => set({ isPublished: next })}
              />
            </>
          ) : (
            <SelectField label="FAQ" required value={faqId} onChange={(event) => set({ faqId: event.target.value })}>
              <option value="">Choose one</option>
              {rows.map(({ id, question: text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </SelectField>
          )}
          {asked.notify && (
            <p className="text-sm text-quiet">The person who asked gets one email when you publish the answer.</p>
          )}
        </>
      )}
    </EditDialog>
  )
}
