export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
        <path
          fill="var(--accent)"
          d="M6 1.500h12A4.500 4.500 0 0 1 22.500 6v8.500A4.500 4.500 0 0 1 18 19h-5.200l-4.300 3.700a.8.8 0 0 1-1.300-.6V19H6a4.500 4.500 0 0 1-4.500-4.500V6A4.500 4.500 0 0 1 6 1.500Z"
        />
        <path
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2.300"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="m7.200 10.400 3.300 3.200 6.300-6.600"
        />
      </svg>
      Evident
    </span>
  )
}
