#!/usr/bin/env bash
# nodemailer 10.3.1 and mailauth 7.1.0 (npm): DKIM signs `List-Unsubscribe` by default, and leaves `List-Unsubscribe-Post` unsigned.
#
# RFC 8058 section 4 asks for a DKIM signature that covers both header fields. A mailbox provider may therefore ignore the one-click
# unsubscription of a mail that either library signed with its own defaults. The header list has to be given:
# `headerFieldNames` (nodemailer), `signatureData[].headerList` (mailauth).
#
# Seen: both signatures name list-unsubscribe in `h=`, and neither names list-unsubscribe-post.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nodemailer@10.3.1 mailauth@7.1.0
cat >try.mjs <<'JS'
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import nodemailer from 'nodemailer'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const mail = {
  from: 'news@shop.example',
  to: 'buyer@mail.example',
  subject: 'How was it?',
  text: 'Tell us.',
  headers: {
    'List-Unsubscribe': '<https://shop.example/unsubscribe>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}
const render = async (dkim) =>
  (await nodemailer.createTransport({ streamTransport: true, buffer: true, dkim }).sendMail(mail)).message.toString()

const byNodemailer = await render({ domainName: 'shop.example', keySelector: 'a', privateKey })
const { signatures: byMailauth } = await dkimSign(await render(), {
  signatureData: [{ signingDomain: 'shop.example', selector: 'a', privateKey }],
})
for (const [name, text] of [['nodemailer', byNodemailer], ['mailauth', byMailauth]]) {
  const unfolded = text.replace(/\r\n[ \t]+/g, ' ')
  const fields = /DKIM-Signature:.*?\bh=([^;]*);/i.exec(unfolded)[1].toLowerCase().split(':').map((each) => each.trim())
  const covers = (field) => (fields.includes(field) ? 'signed' : 'not signed')
  console.log(`${name}: list-unsubscribe ${covers('list-unsubscribe')}, list-unsubscribe-post ${covers('list-unsubscribe-post')}`)
}
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'SEEN' && echo 'unchanged: List-Unsubscribe-Post is not signed by default'
nodemailer: list-unsubscribe signed, list-unsubscribe-post not signed
mailauth: list-unsubscribe signed, list-unsubscribe-post not signed
SEEN
