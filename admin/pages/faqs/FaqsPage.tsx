import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { openQuestionsQuery } from '../../api/content/faqs.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { Page } from '../../components/Page.tsx'
import { TabLinks } from '../../shell/navigation/TabLinks.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { FaqDialog } from './FaqDialog.tsx'
import { FaqList } from './FaqList.tsx'
import { QuestionList } from './QuestionList.tsx'
import { views } from './search.ts'

const to = '/stores/$storeId/faqs'

const tabs = [
  { to, label: views.faqs, search: { view: undefined } },
  { to, label: views.questions, search: { view: 'questions' }, more: <Waiting /> },
]

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
          <Button look="primary" icon="plus" onClick={write}>
            Write an FAQ
          </Button>
        )
      }
      menu={
        isAtLeast('MEMBER') && (
          <Menu label="Manage FAQs" trigger={<IconButton icon="more" label="Manage FAQs" />}>
            <MenuItem
              onSelect={() =>
                void navigate({ to: '/stores/$storeId/imports', params: { storeId }, search: { kind: 'faqs' } })
              }
            >
              <Icon name="upload" className="size-4" />
              Import from a file
            </MenuItem>
          </Menu>
        )
      }
    >
      <TabLinks label="FAQs and questions" tabs={tabs} isInPage />
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
