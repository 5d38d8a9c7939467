export function FoundValues({ values }: { values: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <>
      <span className="text-quiet">Found</span>
      <ul className="grid gap-1 font-mono text-xs wrap-anywhere">
        {values.map((each) => (
          <li key={each} className="rounded-md bg-warn-wash px-2 py-1.5 text-warn">
            {each}
          </li>
        ))}
      </ul>
    </>
  )
}
