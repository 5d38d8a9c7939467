import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rename, type Session } from '../../../api/account/session.ts'
import { TextField } from '../../../components/forms/Field.tsx'
import { toast } from '../../../components/toasts.ts'
import { OwnForm } from '../security/OwnForm.tsx'

export function NameCard({ session }: { session: Session }) {
  const [name, setName] = useState(session.user.name)
  const queryClient = useQueryClient()
  const renaming = useMutation({
    mutationFn: () => rename(name.trim()),
    onSuccess: (kept) => {
      setName(kept.name)
      toast('Name changed')
      // The name is also in lists of members, notes and log entries.
      return queryClient.invalidateQueries()
    },
  })
  return (
    <OwnForm
      title="Your name"
      action="Change name"
      act={() => renaming.mutate()}
      isBusy={renaming.isPending}
      isDisabled={name.trim() === '' || name.trim() === session.user.name}
      problem={renaming.error?.message}
    >
      <TextField
        label="Name"
        hint="Shown to members and in the audit log."
        autoComplete="name"
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </OwnForm>
  )
}
