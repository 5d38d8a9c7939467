import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Message, messagesQuery } from '../../api/mail/email.ts'
import { Badge } from '../../components/Badge.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText, stateNames, stateTones, templateName } from '../messages/labels.ts'
import { MessageDialog } from '../messages/MessageDialog.tsx'

export function OrderMails({ orderId }: { orderId: string }) {
  const list = useInfiniteQuery(messagesQuery(useStoreId(), { orderId }))
  const [opened, setOpened] = useState<Message>()
  const messages = list.data?.pages.flatMap((page) => page.data) ?? []
  if (messages.length === 0) return null
  return (
    <Card title="Mails about this order">
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
