/**
 * The name that an assistant gives itself. It sends the name once, when it connects; afterwards it sends the session id
 * it received, which holds the name. So the server keeps no state, and every process can answer every request. The name
 * is unverified, like the source system of any call.
 */
const prefix = 'assistant.'
const longestName = 100
const unnamed = 'Assistant'

export function sessionOf(params: Readonly<Record<string, unknown>> | undefined): string {
  const info = params?.['clientInfo']
  const { name, version } = (typeof info === 'object' && info !== null ? info : {}) as {
    name?: unknown
    version?: unknown
  }
  const words = [name, version].filter((word) => typeof word === 'string').join(' ')
  return prefix + Buffer.from(words.slice(0, longestName)).toString('base64url')
}

export function assistantNameOf(session: string | undefined): string {
  if (session === undefined || !session.startsWith(prefix)) return unnamed
  const name = Buffer.from(session.slice(prefix.length), 'base64url').toString().slice(0, longestName).trim()
  return name || unnamed
}
