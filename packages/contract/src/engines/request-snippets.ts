/** A request shown as code to copy. */
export interface SnippetRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The caller's credentials. */
export const snippetCredentials = ['key', 'token'] as const

export type SnippetCredentials = (typeof snippetCredentials)[number]

/** Headers of a call, with placeholders for secrets. */
export function credentialHeaders(credentials: SnippetCredentials, tenant: string): Record<string, string> {
  if (credentials === 'token') return { Authorization: 'Bearer YOUR_TOKEN' }
  return { 'x-synthetic-key': 'YOUR_API_KEY', 'x-tenant-name': tenant }
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

/** The request in a language, ready to paste. */
export function requestSnippet(language: SnippetLanguage, request: SnippetRequest): string {
  return writers[language](request)
}

function withType(headers: SnippetRequest['headers']): [string, string][] {
  return [['Content-Type', 'application/json'], ...Object.entries(headers)]
}

/** For bash and zsh: single quotes disable all special characters. */
function asCurl({ url, headers, body }: SnippetRequest): string {
  return [
    `curl --request POST ${inShell(url)}`,
    ...withType(headers).map(([name, value]) => `  --header ${inShell(`${name}: ${value}`)}`),
    `  --data ${inShell(pretty(body))}`,
  ].join(' \\\n')
}

/** The parts of the body as form fields, each as JSON. */
function asCurlForm({ url, headers, body }: SnippetRequest): string {
  const fields = Object.entries(body as Record<string, unknown>)
  return [
    `curl --request POST ${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `  --header ${inShell(`${name}: ${value}`)}`),
    ...fields.map(([name, value]) => `  --form-string ${inShell(`${name}=${JSON.stringify(value)}`)}`),
  ].join(' \\\n')
}

/** For any POSIX shell, with the body as a here-document, so that it needs no quoting. */
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

/** Characters that the command prompt interprets even between quotes, or that depend on its code page. */
const troubleOnWindows = /[%^&<>|!\u007f-\uffff]/g

/** For the Windows command prompt: on one line, with such characters as JSON escapes. */
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

/** A backslash before a quote is an escape; elsewhere it is literal. */
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
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${options}\n})\nconsole.log(JSON.stringify(await response.json(), null, 2))`
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}

/** With Python's standard library only, so that it runs as it is. */
function asPython({ url, headers, body }: SnippetRequest): string {
  return [
    'import json',
    'import urllib.error',
    'import urllib.request',
    '',
    `url = ${JSON.stringify(url)}`,
    `headers = ${inPython(Object.fromEntries(withType(headers)))}`,
    `body = ${inPython(body)}`,
    '',
    'request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        result = json.load(response)',
    'except urllib.error.HTTPError as refusal:',
    '    result = json.load(refusal)',
    'print(json.dumps(result, indent=2))',
  ].join('\n')
}

/** Python literals for lists, dictionaries, numbers and texts equal JSON; three keywords differ. */
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

/** A whole program: `java Execute.java` runs it. */
function asJava({ url, headers, body }: SnippetRequest): string {
  const lines = pretty(body)
    .split('\n')
    .map((line) => `            ${inCode(line)}`)
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    'public class Execute {',
    '    public static void main(String[] args) throws Exception {',
    `        String body = String.join("\\n",\n${lines.join(',\n')});`,
    `        HttpRequest request = HttpRequest.newBuilder(URI.create(${inCode(url)}))`,
    ...withType(headers).map(([name, value]) => `            .header(${inCode(name)}, ${inCode(value)})`),
    '            .POST(HttpRequest.BodyPublishers.ofString(body))',
    '            .build();',
    '        HttpResponse<String> response = HttpClient.newHttpClient()',
    '            .send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.body());',
    '    }',
    '}',
  ].join('\n')
}

/** A whole program for every C# compiler, including old ones. */
function asCsharp({ url, headers, body }: SnippetRequest): string {
  return [
    'using System;',
    'using System.Net.Http;',
    'using System.Text;',
    '',
    'public static class Execute',
    '{',
    '    public static void Main()',
    '    {',
    '        using (var client = new HttpClient())',
    `        using (var request = new HttpRequestMessage(HttpMethod.Post, ${inCode(url)}))`,
    '        {',
    ...Object.entries(headers).map(
      ([name, value]) => `            request.Headers.TryAddWithoutValidation(${inCode(name)}, ${inCode(value)});`,
    ),
    `            var body = @"${pretty(body).replaceAll('"', '""')}";`,
    '            request.Content = new StringContent(body, Encoding.UTF8, "application/json");',
    '            using (var response = client.SendAsync(request).GetAwaiter().GetResult())',
    '            {',
    '                Console.WriteLine(response.Content.ReadAsStringAsync().GetAwaiter().GetResult());',
    '            }',
    '        }',
    '    }',
    '}',
  ].join('\n')
}

/** A string literal of Java and C#: like JSON, with C# line terminators and all non-ASCII characters escaped. */
function inCode(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function pretty(body: unknown): string {
  return JSON.stringify(body, null, 2)
}
