import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { openQuestionsQuery } from '../../api/content/faqs.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { FaqDialog } from './FaqDialog.tsx'
import { FaqList } from './FaqList.tsx'
import { QuestionList } from './QuestionList.tsx'
import { views } from './search.ts'

export function FaqsPage() {
  const { view = 'faqs' } = useSearch({ from: '/signed-in/stores/$storeId/faqs' })
  const navigate = useNavigate()
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [isWriting, setIsWriting] = useState(false)
  const write = () => setIsWriting(true)
  return (
    <Page
      title="FAQs"
      intro="Answers to frequent questions, and new questions from shoppers."
      actions={
        isAtLeast('MEMBER') && (
          <>
            <Link
              to="/stores/$storeId/imports"
              params={{ storeId }}
              search={{ kind: 'faqs' }}
              className={buttonClass()}
            >
              Import from a file
            </Link>
            <Button look="primary" icon="plus" onClick={write}>
              Write an FAQ
            </Button>
          </>
        )
      }
    >
      <div className="sideways">
        <Segments
          label="Show"
          value={view}
          options={[
            ['faqs', views.faqs],
            ['questions', views.questions, <Waiting key="waiting" />],
          ]}
          onChange={(next) => void navigate({ to: '.', search: { view: next === 'faqs' ? undefined : next } })}
        />
      </div>
      {view === 'faqs' ? <FaqList onWrite={write} /> : <QuestionList />}
      {isWriting && <FaqDialog onClose={() => setIsWriting(false)} />}
    </Page>
  )
}

function Waiting() {
  const { data: count = 0 } = useQuery(openQuestionsQuery(useStoreId()))
  if (count === 0) return null
  return (
    <span className="ml-0.5 rounded-full bg-warn-wash px-1.5 text-xs leading-5 text-warn tabular-nums">
      {count.toLocaleString(shownLocale)}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
