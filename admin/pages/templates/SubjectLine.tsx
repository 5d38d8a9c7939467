import { parseParts } from './chips.ts'

/** A subject in which Liquid values are chips, as in the editor. */
export function SubjectLine({ subject }: { subject: string }) {
  return parseParts(subject).map(({ source, label }, at) =>
    label === undefined ? (
      source
    ) : (
      <span key={at} className="rounded-md bg-accent-wash px-1 font-medium whitespace-nowrap text-accent">
        {label}
      </span>
    ),
  )
}
