import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { rename, type Session, sessionQuery } from '../../../api/session.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'

export function NameCard({ session }: { session: Session }) {
  const [name, setName] = useState(session.user.name)
  const queryClient = useQueryClient()
  const renaming = useMutation({
    mutationFn: () => rename(name.trim()),
    onSuccess: (kept) => {
      setName(kept.name)
      toast('Name changed')
      // The lists of members and the log hold it too.
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    renaming.mutate()
  }
  return (
    <Card title="Your name">
      <form onSubmit={submit} className="grid max-w-[26rem] gap-4 px-5 pt-3 pb-5">
        <TextField
          label="Name"
          hint="Members and the audit log show it."
          autoComplete="name"
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {renaming.error && <Notice tone="danger">{renaming.error.message}</Notice>}
        <Button
          type="submit"
          isBusy={renaming.isPending}
          disabled={name.trim() === '' || name.trim() === session.user.name}
          className="justify-self-start"
        >
          Change the name
        </Button>
      </form>
    </Card>
  )
}
