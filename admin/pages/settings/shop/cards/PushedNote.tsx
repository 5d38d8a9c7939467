import { platforms } from '../parts/platforms.tsx'

export function PushedNote() {
  return (
    <p className="text-sm text-quiet">
      Your shop sends products and orders through the API. Deleting a product there does not archive it here: also call{' '}
      <code className="font-mono text-xs">DELETE /products/by-platform-id/ID</code>.{' '}
      <a href={platforms.custom.guide} target="_blank" rel="noopener" className="underline underline-offset-4">
        How syncing works
      </a>
    </p>
  )
}
