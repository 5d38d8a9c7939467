import { Button } from '../Button.tsx'
import { useCopy } from './use-copy.ts'

export function Snippet({ title, meaning, code }: { title: string; meaning?: string; code: string }) {
  const { isCopied, copy } = useCopy(code)
  return (
    <div className="grid min-w-0 gap-2.5">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="text-sm font-semibold">{title}</h3>
          {meaning && <p className="text-sm wrap-anywhere text-quiet">{meaning}</p>}
        </div>
        <Button size="small" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          <span className="sr-only">{title}</span>
        </Button>
      </div>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach an element that scrolls
        tabIndex={0}
        className="relative min-w-0 overflow-x-auto rounded-lg border border-line bg-sunken p-3.5"
      >
        <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere">
          <code>{code}</code>
        </pre>
      </section>
    </div>
  )
}
