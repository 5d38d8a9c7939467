// Runs programs in the languages of the documentation as readers would run them, each in its own file.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Ran = { command: string; args: string[] }
type Runner = {
  needs: string
  ending: string
  /**
   * Runs all files in sequence, in one process if the language allows it, because starting a process takes longer than a
   * call.
   */
  run(files: readonly string[], folder: string): Ran
}

const loop = (folder: string, name: string, code: string): string => {
  const path = join(folder, name)
  writeFileSync(path, code)
  return path
}

const runners: Record<string, Runner> = {
  bash: {
    needs: 'bash',
    ending: 'sh',
    run: (files) => ({
      command: 'bash',
      args: ['-c', 'set -euo pipefail; for file; do (. "$file"); done', '', ...files],
    }),
  },
  ts: {
    needs: process.execPath,
    ending: 'mts',
    run: (files, folder) => ({
      command: process.execPath,
      args: [loop(folder, 'all.mjs', 'for (const file of process.argv.slice(2)) await import(file)'), ...files],
    }),
  },
  python: {
    needs: 'python3',
    ending: 'py',
    run: (files, folder) => ({
      command: 'python3',
      args: [
        loop(folder, 'all.py', 'import runpy, sys\nfor file in sys.argv[1:]:\n    runpy.run_path(file)\n'),
        ...files,
      ],
    }),
  },
  php: {
    needs: 'php',
    ending: 'php',
    run: (files) => ({ command: 'bash', args: ['-c', 'for file; do php "$file" || exit 1; done', '', ...files] }),
  },
  ruby: {
    needs: 'ruby',
    ending: 'rb',
    run: (files, folder) => ({
      command: 'ruby',
      args: [loop(folder, 'all.rb', 'ARGV.each { |file| load file }\n'), ...files],
    }),
  },
  go: {
    needs: 'go',
    ending: 'go',
    run: (files) => ({ command: 'bash', args: ['-c', 'for file; do go run "$file" || exit 1; done', '', ...files] }),
  },
}

export const languagesHere: ReadonlySet<string> = new Set(
  Object.entries(runners).flatMap(([language, { needs }]) =>
    spawnSync(needs, [needs === 'go' ? 'version' : '--version']).status === 0 ? [language] : [],
  ),
)

export async function runPrograms(
  language: string,
  codes: readonly string[],
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<string> {
  const runner = runners[language]
  if (!runner) throw new Error(`nothing runs ${language}`)
  const own = join(folder, language)
  mkdirSync(own, { recursive: true })
  const files = codes.map((code, at) => {
    const path = join(own, `example-${String(at).padStart(3, '0')}.${runner.ending}`)
    writeFileSync(path, `${code}\n`)
    return path
  })
  const { command, args } = runner.run(files, own)
  return await new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [printed, complained] = ['', '']
    child.stdout.on('data', (chunk) => (printed += chunk))
    child.stderr.on('data', (chunk) => (complained += chunk))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`${language}: ${complained}${printed}`)),
    )
  })
}
