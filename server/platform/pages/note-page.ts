import type { FastifyReply } from 'fastify'
import type { Note } from '#locales/texts.ts'
import { type Html, html } from './html.ts'
import { chooseDirection, type Page, sendPage } from './page.ts'

export const cardStyle =
  'main{padding-block-start:clamp(1rem,12vh,6rem)}.actions{margin-block:1.5rem}.card p:last-child{margin:0}' +
  'blockquote{margin:1.25rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}' +
  // CSS truncates a long text so that the button remains visible. Screen readers still read all of it.
  '.said{white-space:pre-line;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:8;overflow:hidden}'

export function notePage(
  language: string,
  status: number,
  { heading, text }: Note,
  more?: Html | undefined | '',
): Page {
  const body = html`<main dir="${chooseDirection(language)}"><div class="card"><h1>${heading}</h1><p>${text}</p>${more}</div></main>`
  return { title: heading, description: text, locale: language, status, style: cardStyle, body }
}

export const sendNote = (reply: FastifyReply, ...said: Parameters<typeof notePage>): FastifyReply =>
  sendPage(reply, notePage(...said))
