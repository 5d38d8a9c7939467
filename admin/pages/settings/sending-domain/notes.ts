// What the service says of a record, in the language of the application.
import type { SendingRecord } from '../../../api/mail/sending-domain.ts'
import { formatDate } from '../../../components/values/dates.ts'

type NoteCode = NonNullable<SendingRecord['noteCode']>

const texts: Record<NoteCode, string | ((value: string) => string)> = {
  dkim_publish_beside: 'Publish it beside the present one, which signs until this is found.',
  dkim_retired: (day) => `No longer used. Leave it until ${formatDate(day)}, then remove it.`,
  dkim_no_key: 'There is a TXT record, but no key in it.',
  dkim_several: 'There are several keys at this name; receivers cannot tell which to use. Keep one.',
  dkim_cut: 'The value was cut off. Publish all of it.',
  dkim_other: 'Another key is published at this name.',
  domain_taken:
    'The record is right, but another store here sends from this domain. It has to give the domain up before this store can have it.',
  return_path_optional: 'Optional: bounces then come back by way of your own domain.',
  return_path_other: 'It leads somewhere else.',
  spf_several: 'There are several SPF records, which makes all of them invalid. Join them into one.',
  spf_nothing_to_add: 'Nothing to add: SPF is checked against the address that bounces come back to.',
  spf_advised: 'Advice: some receivers look for it.',
  spf_include: (term) => `Advice: add ${term} to the record you have. Never publish a second one.`,
  dmarc_advised: 'Advice: Gmail and Yahoo expect a policy from whoever sends much mail.',
  dmarc_several: 'There are several policies at this name, which counts as none. Keep one.',
  dmarc_watching:
    'The policy only watches (p=none). Once all your mail is signed, quarantine or reject protects your name.',
  dmarc_unknown: 'The policy says nothing that receivers know: p must be none, quarantine or reject.',
  servers_divided: 'Not all name servers tell it yet. Changes take up to a day to arrive everywhere.',
  servers_silent: 'A name server did not answer. It is asked again by itself.',
  servers_broken: 'The name servers of this domain cannot be read: they answer with a failure.',
}

/** A code that this page does not know is said as the service says it. */
export function noteText({ note, noteCode, noteValue }: SendingRecord): string | null {
  const text = noteCode === null ? undefined : texts[noteCode]
  return (typeof text === 'function' ? text(noteValue ?? '') : text) ?? note
}
