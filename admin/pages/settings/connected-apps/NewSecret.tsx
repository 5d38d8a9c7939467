import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Notice } from '../../../components/Notice.tsx'

export function NewSecret({ value }: { value: string }) {
  return (
    <>
      <Notice tone="warn">
        Copy the secret now and keep it safe. It is shown this once and cannot be recovered. Never put it into a web
        page.
      </Notice>
      <CopyField label="Client secret" value={value} />
    </>
  )
}
