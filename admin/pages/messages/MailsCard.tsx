import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Message, type MessageFilters, messagesQuery } from '../../api/mail/email.ts'
import { Badge } from '../../components/Badge.tsx'
import { ErrorState } from '../../components/EmptyState.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText, templateName } from './labels.ts'
import { MessageDialog } from './MessageDialog.tsx'
import { stateNames, stateTones } from './states.ts'

type Props = { title: string; filters: Pick<MessageFilters, 'orderId' | 'email'>; empty?: string }

/** `empty` is the text for an empty list. Without this text, an empty list hides the card. */
export function MailsCard({ title, filters, empty }: Props) {
  const list = useInfiniteQuery(messagesQuery(useStoreId(), filters))
  const [opened, setOpened] = useState<Message>()
  const messages = list.data?.pages.flatMap((page) => page.data) ?? []
  if (list.isError && !list.data) {
    return (
      <Card title={title}>
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </Card>
    )
  }
  if (messages.length === 0) {
    if (!empty || list.isPending) return null
    return (
      <Card title={title}>
        <p className="p-5 pt-2 text-sm text-quiet">{empty}</p>
      </Card>
    )
  }
  return (
    <Card title={title}>
      <ul className="pt-2">
        {messages.map((message) => (
          <li
            key={message.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-5 py-3 text-sm not-first:border-t"
          >
            <button
              type="button"
              onClick={() => setOpened(message)}
              className="font-semibold underline-offset-4 hover:underline"
            >
              {templateName(message.template)}
            </button>
            <Badge tone={stateTones[message.state]}>{stateNames[message.state]}</Badge>
            {message.reason && <span className="text-quiet">{reasonText(message.reason)}</span>}
            <Time at={message.sentAt ?? message.createdAt} className="ml-auto text-quiet" />
          </li>
        ))}
      </ul>
      <LoadMore {...list} />
      {opened && <MessageDialog message={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}
