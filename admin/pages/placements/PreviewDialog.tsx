import { useQuery } from '@tanstack/react-query'
import { type Placement, placementsKey, previewPlacement } from '../../api/content/placements.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { CopyField } from '../../components/forms/CopyField.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useStore } from '../../shell/store/use-store.ts'

export function PreviewDialog({ placement, onClose }: { placement: Placement; onClose(): void }) {
  const { id: storeId, origins } = useStore()
  const query = useQuery({
    queryKey: [...placementsKey(storeId), placement.id, 'preview'],
    queryFn: () => previewPlacement(storeId, placement.id),
    // Each time the dialog opens, it creates a new preview link that is valid for a day.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog title="Preview it in your shop" onClose={onClose}>
      <Loaded query={query}>
        {({ token }) => (
          <div className="grid gap-4">
            <p>
              To preview another page of your shop, append the end of the address below, from “?” on, to the address of
              that page. For a day, everybody with that link sees this placement, marked as a preview. The page needs
              the script of placements.
            </p>
            {origins.map((origin) => (
              <div key={origin} className="grid gap-2">
                <CopyField label={`Address in ${origin}`} value={`${origin}/?evident_preview=${token}`} />
                <a
                  className="text-sm font-medium text-accent underline"
                  href={`${origin}/?evident_preview=${token}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  Open {origin}
                </a>
              </div>
            ))}
          </div>
        )}
      </Loaded>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
