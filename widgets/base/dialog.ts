/** A click on the backdrop has the dialog itself as its target, at a point outside its box. */
export function closeFromOutside({ clientX, clientY, target, currentTarget }: MouseEvent): void {
  const dialog = currentTarget as HTMLDialogElement
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom
  if (target === dialog && isOutside) dialog.close()
}
