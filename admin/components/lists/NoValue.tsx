/** An empty cell looks as if it were not loaded. In the cards of narrow screens, the table hides it with its label. */
export function NoValue() {
  return (
    <span data-no-value className="text-quiet">
      –
    </span>
  )
}
