import type { SendingRecord } from '../../../api/mail/sending-domain.ts'
import { formatDate } from '../../../components/values/dates.ts'

type NoteCode = NonNullable<SendingRecord['noteCode']>

const texts: Record<NoteCode, string | ((value: string) => string)> = {
  dkim_publish_beside: 'Publish it in addition to the current key, which signs until the new key is found.',
  dkim_retired: (day) => `No longer used. Leave it until ${formatDate(day)}, then remove it.`,
  dkim_no_key: 'The TXT record contains no key.',
  dkim_several: 'There are several keys at this name, and receivers cannot tell which one to use. Keep one.',
  dkim_cut: 'The value is incomplete. Publish all of it.',
  dkim_other: 'Another key is published at this name.',
  domain_taken:
    'The record is right, but another store here sends from this domain. That store must remove the domain first.',
  return_path_optional: 'Optional. Bounces return through your own domain.',
  return_path_other: 'The record points to another host.',
  spf_several: 'There are several SPF records, which makes all of them invalid. Join them into one.',
  spf_nothing_to_add: 'Nothing to add: receivers check SPF for the domain of the bounce address, which is not yours.',
  spf_advised: 'Recommended: some receivers check it.',
  spf_include: (term) => `Recommended: add ${term} to your existing record. Never publish a second one.`,
  dmarc_advised: 'Recommended: Gmail and Yahoo expect a policy from bulk senders.',
  dmarc_several: 'There are several policies at this name, so receivers ignore all of them. Keep one.',
  dmarc_watching:
    'The policy only monitors (p=none). When all your email is signed, change it to quarantine or reject to protect your name.',
  dmarc_unknown: 'The policy has an unknown value: p must be none, quarantine or reject.',
  servers_divided: 'Some name servers do not return the record yet. Changes can take up to a day.',
  servers_silent: 'A name server did not answer. We will ask it again automatically.',
  servers_broken: 'The name servers of this domain answered with a failure.',
}

export function noteText({ note, noteCode, noteValue }: SendingRecord): string | null {
  const text = noteCode === null ? undefined : texts[noteCode]
  return (typeof text === 'function' ? text(noteValue ?? '') : text) ?? note
}
