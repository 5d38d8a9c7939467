export function ScopeList({ scopes }: { scopes: string[] }) {
  if (scopes.length === 0) return <span>Everything</span>
  return (
    <span className="flex flex-wrap gap-1 max-sm:justify-end">
      {scopes.slice(0, 3).map((scope) => (
        <span key={scope} className="rounded bg-plain-wash px-1.5 font-mono text-xs">
          {scope}
        </span>
      ))}
      {scopes.length > 3 && (
        <span title={scopes.join(', ')} className="text-xs text-quiet">
          and {scopes.length - 3} more
        </span>
      )}
    </span>
  )
}
