/** `data` comes from `loadJsonLd`. Nothing in it can end the script element. */
export function JsonLd({ data }: { data: Record<string, unknown> | null | undefined }) {
  if (!data || Object.keys(data).length === 0) return null
  const text = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // React would escape quotes, which makes the script invalid JSON.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
