// Reads a password from outside the command line. Other users could read the command line, and the shell stores it.
import { text } from 'node:stream/consumers'
import { OperatorError } from '../operator.ts'

type Terminal = NodeJS.ReadStream & { isTTY?: boolean }

export async function readPassword(
  input: Terminal = process.stdin,
  say: (words: string) => void = (words) => void process.stderr.write(words),
): Promise<string> {
  if (!input.isTTY) {
    const [line = ''] = (await text(input)).split(/\r?\n/)
    if (line === '') throw new OperatorError('Pass a password with --password, or as a line on standard input.')
    return line
  }
  const typed = await ask(input, say, 'Password (new owners: at least 10 characters):')
  if (typed !== (await ask(input, say, 'Once more: '))) throw new OperatorError('the two passwords differ.')
  return typed
}

const [interrupt, endOfInput, backspace, erase] = ['\u0003', '\u0004', '\u007f', '\b']

function ask(input: Terminal, say: (words: string) => void, question: string): Promise<string> {
  say(question)
  input.setRawMode(true)
  input.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    const end = (act: () => void) => {
      input.off('data', take)
      input.setRawMode(false)
      input.pause()
      say('\n')
      act()
    }
    const take = (chunk: string) => {
      for (const key of chunk) {
        if (key === '\r' || key === '\n') return end(() => resolve(typed.join('')))
        if (key === interrupt || key === endOfInput)
          return end(() => reject(new OperatorError('Cancelled. Nothing was created.')))
        typed = key === backspace || key === erase ? typed.slice(0, -1) : [...typed, key]
      }
    }
    input.on('data', take)
    input.resume()
  })
}
