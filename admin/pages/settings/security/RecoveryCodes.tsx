import { Button } from '../../../components/Button.tsx'
import { useCopy } from '../../../components/forms/use-copy.ts'

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = codes.join('\n')
  const { isCopied, copy } = useCopy(text)
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        Keep these recovery codes somewhere safe; they are not shown again. Each signs you in once.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy the codes'}</span>
        </Button>
        <Button onClick={() => keepFile(text)}>Download the codes</Button>
      </div>
    </div>
  )
}

function keepFile(text: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'evident-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
