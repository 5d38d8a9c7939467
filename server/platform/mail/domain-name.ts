import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { isPublicMailbox } from './public-mailboxes.ts'
import { registrableDomain } from './registrable-domain.ts'

/** The limit leaves room for `<selector>._domainkey.` in a name of at most 253 characters. */
const maxDomainLength = 220

export function readDomain(text: string): { domain: string } | { problem: string } {
  const trimmed = text.trim().normalize('NFC').replace(/\.$/, '')
  if (isIP(trimmed.replace(/^\[|\]$/g, ''))) return { problem: 'is an IP address; a domain name is needed' }
  const domain = /[\s/@:?#%[\]\\]/.test(trimmed) ? '' : domainToASCII(trimmed.toLowerCase())
  if (!/^([a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(domain))
    return { problem: 'is not a domain name such as mail.shop.example' }
  if (domain.length > maxDomainLength) return { problem: `is longer than ${maxDomainLength} characters` }
  if (!domain.includes('.')) return { problem: 'is a single word; a full domain name is needed' }
  // Some resolvers treat `127.1` and `0x7f.1` as addresses. Neither is a valid domain name.
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(domain)) return { problem: 'is not a domain name such as mail.shop.example' }
  if (/(^|\.)(localhost|local|internal|invalid|onion|arpa|lan|home|corp)$/.test(domain))
    return { problem: 'ends in a name that no public name server knows' }
  const registered = registrableDomain(domain)
  if (registered === null) return { problem: 'is a suffix under which others register their domains' }
  if (isPublicMailbox(domain) || isPublicMailbox(registered))
    return { problem: "is a mailbox provider's; its owner alone can sign for it. Use a domain of your own" }
  return { domain }
}
