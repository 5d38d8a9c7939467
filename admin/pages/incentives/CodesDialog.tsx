import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addIncentiveCodes, type Incentive, incentiveCodesAtOnce, incentivesKey } from '../../api/incentives.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/use-store.ts'
import { codesIn } from '../loyalty/codes.ts'

export function CodesDialog({ incentive, onClose }: { incentive: Incentive; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const codes = codesIn(text)
  const adding = useMutation({
    mutationFn: async () => {
      const sum = { added: 0, duplicates: 0 }
      for (let at = 0; at < codes.length; at += incentiveCodesAtOnce) {
        const part = codes.slice(at, at + incentiveCodesAtOnce)
        const { added, duplicates } = await addIncentiveCodes(storeId, incentive.id, part)
        sum.added += added
        sum.duplicates += duplicates
      }
      return sum
    },
    onSuccess: ({ added, duplicates }) => {
      onClose()
      const known = duplicates === 0 ? '' : `; ${duplicates.toLocaleString()} were there already`
      toast(`${added === 1 ? 'One code is' : `${added.toLocaleString()} codes are`} added${known}`)
    },
    // A part may have been taken before a refusal.
    onSettled: () => client.invalidateQueries({ queryKey: incentivesKey(storeId) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (codes.length > 0) adding.mutate()
  }
  const { pool, waiting } = incentive
  return (
    <Dialog title="Add codes" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-quiet">
          {pool.free.toLocaleString()} left, {pool.given.toLocaleString()} given.
          {waiting > 0 && ` ${waiting.toLocaleString()} waiting: they are served first.`}
        </p>
        <Field
          label="Codes"
          hint={
            codes.length === 0
              ? 'One on each line, or with commas between. Your shop must know them.'
              : `${codes.length.toLocaleString()} ${codes.length === 1 ? 'code' : 'codes'}`
          }
        >
          {(control) => (
            <textarea
              {...control}
              rows={8}
              required
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="control h-auto py-2 font-mono text-sm"
            />
          )}
        </Field>
        {adding.error && <Notice tone="danger">{adding.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={adding.isPending} disabled={codes.length === 0}>
            Add them
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
