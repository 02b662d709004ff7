import { execFileSync } from 'node:child_process'
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { requestSnippet, type SnippetRequest } from '@sheetwright/contract/engines/request-snippets.ts'

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

/** What a shell hands to curl: its arguments and what it can read. */
function inShell(script: string): { args: string[]; input: string } {
  const fake = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; printf '\\0'; case "$*" in *@-*) cat;; esac; }\n`
  const [args, input] = execFileSync('sh', ['-c', fake + script])
    .toString()
    .split('\0\0')
  return { args: (args ?? '').split('\0'), input: input ?? '' }
}

/** How a Windows program splits its command line into arguments. */
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

  it('fetch is called with the same request', async () => {
    const calls: [string, { headers: Record<string, string>; body: string }][] = []
    const fetch = async (url: string, options: { headers: Record<string, string>; body: string }) => {
      calls.push([url, options])
      return { json: async () => ({}) }
    }
    await vm.runInNewContext(`(async () => { ${requestSnippet('fetch', request)} })()`, { fetch })
    const [url, options] = calls[0] ?? []
    expect(url).toBe(request.url)
    expect(options?.headers).toMatchObject({ ...request.headers, 'Content-Type': 'application/json' })
    expect(JSON.parse(options?.body ?? '')).toEqual(request.body)
  })

  it('Python, Java and C# carry every value', () => {
    expect(requestSnippet('python', request)).toContain('"Agent": None')
    expect(requestSnippet('python', request)).toContain('"Smoker": True')
    const java = requestSnippet('java', request)
    const lines = [...java.matchAll(/^ {4}("[^\n]*?"),?(?:\);)?\n/gm)].map(
      ([, text]) => JSON.parse(text ?? '') as string,
    )
    expect(JSON.parse(lines.join('\n'))).toEqual(request.body)
    const raw = /"""\n([\s\S]*)\n"""/.exec(requestSnippet('csharp', request))?.[1]
    expect(JSON.parse(raw ?? '')).toEqual(request.body)
  })
})
