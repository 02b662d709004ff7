/** A request that is shown as code for somebody to copy. */
export interface SnippetRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export const snippetLanguages = [
  'curl',
  'curlForm',
  'curlWindows',
  'curlPosix',
  'fetch',
  'python',
  'java',
  'csharp',
] as const

export type SnippetLanguage = (typeof snippetLanguages)[number]

const writers: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string>> = {
  curl: asCurl,
  curlForm: asCurlForm,
  curlWindows: asCurlWindows,
  curlPosix: asCurlPosix,
  fetch: asFetch,
  python: asPython,
  java: asJava,
  csharp: asCsharp,
}

/** The request written in a language, ready to be pasted. */
export function requestSnippet(language: SnippetLanguage, request: SnippetRequest): string {
  return writers[language](request)
}

function withType(headers: SnippetRequest['headers']): [string, string][] {
  return [['Content-Type', 'application/json'], ...Object.entries(headers)]
}

/** For bash and zsh: nothing between single quotes has a meaning. */
function asCurl({ url, headers, body }: SnippetRequest): string {
  return [
    `curl --request POST ${inShell(url)}`,
    ...withType(headers).map(([name, value]) => `  --header ${inShell(`${name}: ${value}`)}`),
    `  --data ${inShell(pretty(body))}`,
  ].join(' \\\n')
}

/** The parts of the body as fields of a form, each as JSON. */
function asCurlForm({ url, headers, body }: SnippetRequest): string {
  const fields = Object.entries(body as Record<string, unknown>)
  return [
    `curl --request POST ${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `  --header ${inShell(`${name}: ${value}`)}`),
    ...fields.map(([name, value]) => `  --form-string ${inShell(`${name}=${JSON.stringify(value)}`)}`),
  ].join(' \\\n')
}

/** For any shell of POSIX, with the body read from the text below, so that it is free of quotes. */
function asCurlPosix({ url, headers, body }: SnippetRequest): string {
  const parts = [
    `curl --request POST ${inShell(url)}`,
    ...withType(headers).map(([name, value]) => `  --header ${inShell(`${name}: ${value}`)}`),
    "  --data-binary @- <<'JSON'",
  ]
  return `${parts.join(' \\\n')}\n${pretty(body)}\nJSON`
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Characters that mean something to the command prompt even between quotes, or that depend on its code page. */
const troubleOnWindows = /[%^&<>|!\u007f-\uffff]/g

/** For the Windows command prompt: on one line, and such characters written the way JSON can write any character. */
function asCurlWindows({ url, headers, body }: SnippetRequest): string {
  const escaped = JSON.stringify(body).replaceAll(
    troubleOnWindows,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [
    `curl --request POST ${onWindows(url)}`,
    ...withType(headers).map(([name, value]) => `  --header ${onWindows(`${name}: ${value}`)}`),
    `  --data ${onWindows(escaped)}`,
  ].join(' ^\n')
}

/** Backslashes before a quote count, elsewhere they do not. */
function onWindows(text: string): string {
  const escaped = text.replaceAll(/\\+"?|"/g, (found, at: number) => {
    const slashes = found.endsWith('"') ? found.slice(0, -1) : found
    if (slashes !== found) return String.raw`${slashes}${slashes}\"`
    return at + found.length === text.length ? slashes + slashes : slashes
  })
  return `"${escaped}"`
}

function asFetch({ url, headers, body }: SnippetRequest): string {
  const options = `method: 'POST',\n  headers: ${indented(pretty(Object.fromEntries(withType(headers))))},\n  body: JSON.stringify(${indented(pretty(body))}),`
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${options}\n})\nconst result = await response.json()`
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}

function asPython({ url, headers, body }: SnippetRequest): string {
  return [
    'import requests',
    '',
    `url = ${JSON.stringify(url)}`,
    `headers = ${inPython(headers)}`,
    `body = ${inPython(body)}`,
    '',
    'response = requests.post(url, headers=headers, json=body)',
    'result = response.json()',
  ].join('\n')
}

/** Python writes lists, dictionaries, numbers and texts like JSON, and three words differently. */
function inPython(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const lines = Array.isArray(value)
    ? value.map((item) => inPython(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inPython(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (lines.length === 0) return `${open}${close}`
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`
}

function asJava({ url, headers, body }: SnippetRequest): string {
  const lines = pretty(body)
    .split('\n')
    .map((line) => `    ${JSON.stringify(line)}`)
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    `String body = String.join("\\n",\n${lines.join(',\n')});`,
    `HttpRequest request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    ...withType(headers).map(([name, value]) => `    .header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    '    .POST(HttpRequest.BodyPublishers.ofString(body))',
    '    .build();',
    'HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.body());',
  ].join('\n')
}

/** A raw text takes the body as it is: JSON never has three quotes in a row. */
function asCsharp({ url, headers, body }: SnippetRequest): string {
  return [
    'using System.Net.Http;',
    'using System.Text;',
    '',
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.Post, ${JSON.stringify(url)});`,
    ...Object.entries(headers).map(
      ([name, value]) => `request.Headers.TryAddWithoutValidation(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    ),
    `request.Content = new StringContent("""\n${pretty(body)}\n""", Encoding.UTF8, "application/json");`,
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n')
}

function pretty(body: unknown): string {
  return JSON.stringify(body, null, 2)
}
