import { Icon } from '../../components/Icon.tsx'

/** Fills the row of the only gallery. */
export function AnotherGallery({ onMake }: { onMake(): void }) {
  return (
    <button
      type="button"
      onClick={onMake}
      className="grid content-center justify-items-center gap-1 rounded-xl border border-dashed border-line-strong p-6 text-center hover:bg-hover"
    >
      <Icon name="plus" className="mb-1 size-6 text-accent" />
      <span className="font-medium">Create another gallery</span>
      <span className="max-w-72 text-sm text-balance text-quiet">
        One for each collection, campaign or page, with its own photos and layout.
      </span>
    </button>
  )
}
