import { platforms } from '../parts/platforms.tsx'

export function PushedNote() {
  return (
    <p className="text-sm text-quiet">
      Your shop sends products and orders through the API. Products deleted in your shop stay here until your
      developer's integration archives them.{' '}
      <a href={platforms.custom.guide} target="_blank" rel="noopener" className="underline underline-offset-4">
        How syncing works
      </a>
    </p>
  )
}
