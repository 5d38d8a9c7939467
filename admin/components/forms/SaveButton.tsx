import { useMutation } from '@tanstack/react-query'
import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'
import { saveFile } from './save-file.ts'

type Props = {
  label: string
  name?: string
  fileName: string
  read(): Promise<Blob>
}

export function SaveButton({ label, name, fileName, read }: Props) {
  const saving = useMutation({ mutationFn: read, onSuccess: (file) => saveFile(file, fileName) })
  return (
    <>
      <Button size="small" icon="download" aria-label={name} isBusy={saving.isPending} onClick={() => saving.mutate()}>
        {label}
      </Button>
      {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
    </>
  )
}
