import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'

/** A value to be taken elsewhere. Selecting it works where the browser gives no access to the clipboard. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return (
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        className="control min-w-0 flex-1 bg-sunken font-mono text-sm"
      />
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
    </div>
  )
}
