import { Button } from '../../components/Button.tsx'
import { useCopy } from '../../components/forms/use-copy.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { buildSnippet } from './snippet.ts'

export function CopyCodeButton({ id, name }: { id: string; name: string }) {
  const { isCopied, copy } = useCopy(buildSnippet(location.origin, useStoreId(), id))
  return (
    <>
      <Button
        size="small"
        icon={isCopied ? 'check' : 'copy'}
        aria-label={isCopied ? `Copied: ${name}` : `Copy code: ${name}`}
        onClick={copy}
        className="relative z-10"
      >
        {isCopied ? 'Copied' : 'Copy code'}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
