import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { Dialog, DialogActions } from '../Dialog.tsx'
import { Field } from '../forms/Field.tsx'
import { shownLocale } from '../locale.ts'
import { Notice } from '../Notice.tsx'
import { toast } from '../toasts.ts'
import { codesIn } from './codes.ts'

/** The service accepts at most this many codes in one call. */
const atOnce = 1000

type Props = {
  title: string
  pool: ReactNode
  queryKey: QueryKey
  add(codes: string[]): Promise<{ added: number; duplicates: number }>
  onClose(): void
}

export function CodesDialog({ title, pool, queryKey, add, onClose }: Props) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const codes = codesIn(text)
  const adding = useMutation({
    mutationFn: async () => {
      const sum = { added: 0, duplicates: 0 }
      for (let at = 0; at < codes.length; at += atOnce) {
        const { added, duplicates } = await add(codes.slice(at, at + atOnce))
        sum.added += added
        sum.duplicates += duplicates
      }
      return sum
    },
    onSuccess: ({ added, duplicates }) => {
      onClose()
      const known = duplicates === 0 ? '' : `; ${duplicates.toLocaleString(shownLocale)} were there already`
      toast(`${added === 1 ? 'One code is' : `${added.toLocaleString(shownLocale)} codes are`} added${known}`)
    },
    // If the service refuses a code, the codes before it may already be stored, so the data is read again.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (codes.length > 0) adding.mutate()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-quiet">{pool}</p>
        <Field
          label="Codes"
          hint={
            codes.length === 0
              ? 'Enter one code per line, or separate codes with commas. The codes must exist in your shop.'
              : `${codes.length.toLocaleString(shownLocale)} ${codes.length === 1 ? 'code' : 'codes'}`
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
