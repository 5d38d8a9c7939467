import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'

/** The form's last row. In narrow windows it stays at the lower edge and leads to the preview, which is below all fields. */
export function StepBar({ onPreview, children }: { onPreview(): void; children: ReactNode }) {
  return (
    <div
      data-save-bar
      className="flex items-center justify-end gap-3 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-5 max-lg:-mb-5 max-lg:rounded-b-xl max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-5 max-lg:py-3"
    >
      <Button className="mr-auto lg:hidden" onClick={onPreview}>
        Preview
      </Button>
      {children}
    </div>
  )
}
