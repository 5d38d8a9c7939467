import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'

type Props = {
  title: string
  action: string
  act(): void
  isBusy: boolean
  isPrimary?: boolean
  isDisabled?: boolean
  problem?: string | undefined
  children: ReactNode
}

export function OwnForm({ title, action, act, isBusy, isPrimary, isDisabled, problem, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act()
  }
  return (
    <Card title={title}>
      <form onSubmit={submit} className="grid max-w-[26rem] gap-4 px-5 pt-3 pb-5">
        {children}
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button
          type="submit"
          look={isPrimary ? 'primary' : undefined}
          isBusy={isBusy}
          disabled={isDisabled}
          className="justify-self-start"
        >
          {action}
        </Button>
      </form>
    </Card>
  )
}
