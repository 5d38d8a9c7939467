/** Moves the field into the middle, because the bar of decisions covers the lower edge. */
export function focusReply(): void {
  const field = document.getElementById('reply')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
