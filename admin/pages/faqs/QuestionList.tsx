import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeQuestion,
  type FaqQuestion,
  faqsKey,
  type QuestionStatus,
  questionsQuery,
} from '../../api/content/faqs.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { StaleNotice } from '../../components/StaleNotice.tsx'
import { toast } from '../../components/toasts.ts'
import { Time } from '../../components/values/Time.tsx'
import { parseChoice } from '../../shell/search-values.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { AnswerDialog } from './AnswerDialog.tsx'

const statusNames: Record<QuestionStatus, string> = {
  pending: 'Waiting',
  answered: 'Answered',
  rejected: 'Rejected',
  spam: 'Spam',
}
const tones: Record<QuestionStatus, Tone> = { pending: 'warn', answered: 'good', rejected: 'plain', spam: 'danger' }

export function QuestionList() {
  const storeId = useStoreId()
  const [status, setStatus] = useState<QuestionStatus | undefined>('pending')
  const list = useInfiniteQuery(questionsQuery(storeId, { ...(status && { status }) }))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <FilterSelect
          label="Status"
          value={status ?? ''}
          onChange={(event) => setStatus(parseChoice(statusNames, event.target.value))}
        >
          <option value="">All questions</option>
          <Options names={statusNames} />
        </FilterSelect>
      </div>
      {!list.data ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Loading />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon="inbox" title={status === 'pending' ? 'No open questions' : 'No questions with this status'}>
          Shoppers ask on pages with the FAQ element. Only you see their questions.
        </EmptyState>
      ) : (
        <>
          {list.isRefetchError && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
          <ul className="grid divide-y divide-line">
            {rows.map((question) => (
              <Row key={question.id} question={question} />
            ))}
          </ul>
          <LoadMore {...list} />
        </>
      )}
    </Card>
  )
}

function Row({ question }: { question: FaqQuestion }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const { isAtLeast } = useRole()
  const [isAnswering, setIsAnswering] = useState(false)
  const settling = useMutation({
    mutationFn: ({ status }: { status: QuestionStatus; before?: QuestionStatus }) =>
      changeQuestion(storeId, question.id, status),
    onSuccess: (_, { status, before }) => {
      const undo = before && {
        action: { label: 'Undo', run: () => settling.mutate({ status: before }) },
      }
      toast(status === 'pending' ? 'The question is open again.' : `${statusNames[status]}.`, { ...undo })
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: faqsKey(storeId) }),
  })
  const set = (status: QuestionStatus) => settling.mutate({ status, before: question.status })
  const isPending = question.status === 'pending'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p dir="auto" className="font-semibold break-words whitespace-pre-line">
          {question.question}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
          <Badge tone={tones[question.status]}>{statusNames[question.status]}</Badge>
          <span dir="auto">{question.name ?? question.email ?? question.emailLast4}</span>
          {question.product && <span dir="auto">{question.product.title ?? question.product.platformProductId}</span>}
          <Time at={question.createdAt} />
          {question.notify && <span>{question.notifiedAt ? 'Notified' : 'Wants to be notified'}</span>}
        </p>
      </div>
      {isAtLeast('MEMBER') && (
        <div className="flex flex-wrap gap-1.5">
          {isPending ? (
            <>
              <Button size="small" look="primary" onClick={() => setIsAnswering(true)}>
                Answer
              </Button>
              <Button size="small" onClick={() => set('rejected')}>
                Reject
              </Button>
              <Button size="small" look="quiet" onClick={() => set('spam')}>
                Spam
              </Button>
            </>
          ) : (
            <Button size="small" onClick={() => set('pending')}>
              Open again
            </Button>
          )}
        </div>
      )}
      {isAnswering && <AnswerDialog question={question} onClose={() => setIsAnswering(false)} />}
    </li>
  )
}
