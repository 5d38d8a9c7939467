// Generates a self-signed certificate, so that the repository contains no private key.

import { generateKeyPairSync, sign } from 'node:crypto'

/** `until` is the end of the certificate's validity, in UTCTime: year, month, day, time. */
export function selfSignedCertificate(name: string, until = '490101000000Z'): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = der(0x30, hex('06082a8648ce3d040302'))
  const subject = der(0x30, der(0x31, der(0x30, hex('0603550403'), der(0x0c, Buffer.from(name)))))
  const validity = der(0x30, der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from(until)))
  const version3 = der(0xa0, hex('020102'))
  const alternativeName = der(0x30, der(0x82, Buffer.from(name)))
  const extensions = der(0xa3, der(0x30, der(0x30, hex('0603551d11'), der(0x04, alternativeName))))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = der(0x30, version3, hex('020101'), ecdsaWithSha256, subject, validity, subject, spki, extensions)
  const signature = der(0x03, hex('00'), sign('sha256', body, privateKey))
  const pem = der(0x30, body, ecdsaWithSha256, signature)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${pem}-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}
