import { Button } from '../Button.tsx'
import { useCopy } from './use-copy.ts'

/** Selecting the text works where the browser denies clipboard access. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { isCopied, copy } = useCopy(value)
  return (
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        className="control min-w-0 flex-1 text-ellipsis bg-sunken font-mono text-sm"
      />
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        <span className="sr-only">{label}</span>
      </Button>
    </div>
  )
}
