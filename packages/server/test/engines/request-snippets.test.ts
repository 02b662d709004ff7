import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  credentialHeaders,
  requestSnippet,
  type SnippetLanguage,
  type SnippetRequest,
} from '@sheetwright/contract/engines/request-snippets.ts'

const request: SnippetRequest = {
  url: 'https://rates.example/api/v1/product/Motor%20%E8%BB%8A/engines/Execute/premium',
  headers: { Authorization: "Bearer it's", 'x-tenant-name': 'demo' },
  body: {
    request_data: {
      inputs: {
        Name: `O'Neil "the $HOME" \`id\` \\ 保険 %PATH% & <b> \u2028 C:\\`,
        Smoker: true,
        Agent: null,
        Age: 41.5,
        Drivers: [{ 'Born on': '1980-02-29' }],
      },
    },
    request_meta: { call_purpose: 'line\nbreak' },
  },
}

/** What a shell passes to curl: its arguments and standard input. */
function inShell(script: string): { args: string[]; input: string } {
  const fake = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; printf '\\0'; case "$*" in *@-*) cat;; esac; }\n`
  const [args, input] = execFileSync('sh', ['-c', fake + script])
    .toString()
    .split('\0\0')
  return { args: (args ?? '').split('\0'), input: input ?? '' }
}

/** Splits a command line into arguments as a Windows program does. */
function onWindows(command: string): string[] {
  const args: string[] = []
  const line = command.replaceAll(/ \^\n\s*/g, ' ')
  for (const [part] of line.matchAll(/"(?:[^"\\]|\\+"|\\)*"|\S+/g)) {
    const inner = part.startsWith('"') ? part.slice(1, -1) : part
    args.push(inner.replaceAll(/(\\+)"/g, (_all, slashes: string) => `${'\\'.repeat((slashes.length - 1) / 2)}"`))
  }
  return args
}

describe.runIf(process.platform !== 'win32')('in a shell', () => {
  it.each(['curl', 'curlPosix'] as const)('%s sends address, headers and body unchanged', (language) => {
    const { args, input } = inShell(requestSnippet(language, request))
    expect(args).toContain(request.url)
    expect(args).toContain("Authorization: Bearer it's")
    const body = language === 'curl' ? args.at(-1) : input
    expect(JSON.parse(body ?? '')).toEqual(request.body)
  })

  it('the form carries each part of the body as JSON', () => {
    const { args } = inShell(requestSnippet('curlForm', request))
    const fields = args.flatMap((arg, i) => (args[i - 1] === '--form-string' ? [arg] : []))
    const sent = Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf('=')), JSON.parse(field.slice(field.indexOf('=') + 1))]),
    )
    expect(sent).toEqual(request.body)
  })
})

describe('elsewhere', () => {
  it('the command prompt of Windows finds nothing to expand in the body', () => {
    const args = onWindows(requestSnippet('curlWindows', request))
    const body = args.at(-1) ?? ''
    expect(JSON.parse(body)).toEqual(request.body)
    expect(body).not.toMatch(/[%^&<>|!]/)
  })
})

/** Tools that run snippets here; for a missing tool, others check the syntax of its language. */
const runners: readonly {
  language: SnippetLanguage
  file: string
  command: string
  args: (file: string) => string[]
  /** A further tool that has to be installed. */
  needs?: string
}[] = [
  { language: 'curl', file: 'run.sh', command: 'bash', args: (file) => [file] },
  { language: 'curlPosix', file: 'run-posix.sh', command: 'sh', args: (file) => [file] },
  { language: 'fetch', file: 'run.mjs', command: process.execPath, args: (file) => [file] },
  { language: 'python', file: 'run.py', command: 'python3', args: (file) => [file] },
  { language: 'java', file: 'Execute.java', command: 'java', args: (file) => [file] },
  {
    language: 'csharp',
    file: 'Execute.cs',
    command: 'sh',
    args: (file) => ['-c', `mcs -r:System.Net.Http.dll -out:Execute.exe '${file}' && mono Execute.exe`],
    needs: 'mcs',
  },
]

const present = runners.filter(({ command, needs = command }) => spawnSync(needs, ['--version']).error === undefined)

describe('as downloaded', () => {
  const credentials = [
    { kind: 'key', sent: { 'x-synthetic-key': 'YOUR_API_KEY', 'x-tenant-name': 'demo' } },
    { kind: 'token', sent: { authorization: 'Bearer YOUR_TOKEN' } },
  ] as const
  it.each(present.flatMap((runner) => credentials.map((credential) => ({ ...runner, ...credential }))))(
    '$language runs with a $kind, and sends address, headers and body unchanged',
    async ({ language, file, command, args, kind, sent }) => {
      const received: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
      const server = createServer((incoming, answer) => {
        const keep = (body: string) => {
          received.push({ url: incoming.url, headers: incoming.headers, body })
          answer.setHeader('content-type', 'application/json').end('{"outputs": 42}')
        }
        void text(incoming).then(keep)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const folder = await mkdtemp(path.join(tmpdir(), 'snippet-'))
      try {
        const { port } = server.address() as AddressInfo
        const url = `http://127.0.0.1:${port}/api/v1/product/Motor%20%E8%BB%8A/engines/Execute/premium`
        const headers = credentialHeaders(kind, 'demo')
        await writeFile(path.join(folder, file), `${requestSnippet(language, { ...request, url, headers })}\n`)
        const { stdout } = await promisify(execFile)(command, args(path.join(folder, file)), { cwd: folder })
        expect(JSON.parse(stdout)).toEqual({ outputs: 42 })
        expect(received).toHaveLength(1)
        expect(received[0]).toMatchObject({
          url: '/api/v1/product/Motor%20%E8%BB%8A/engines/Execute/premium',
          headers: { ...sent, 'content-type': expect.stringMatching(/^application\/json/) as string },
        })
        expect(JSON.parse(received[0]?.body ?? '')).toEqual(request.body)
      } finally {
        server.close()
        await rm(folder, { recursive: true, force: true })
      }
    },
  )

  it('C# carries every value', () => {
    const raw = /var body = @"([\s\S]*)";/.exec(requestSnippet('csharp', request))?.[1]
    expect(JSON.parse((raw ?? '').replaceAll('""', '"'))).toEqual(request.body)
  })
})
