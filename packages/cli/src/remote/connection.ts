import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { asJson, type CommandLine, UsageProblem, wrongUse } from '../command-line.ts'
import { type Credentials, credentialsFor } from './credentials.ts'

/** The server a command connects to. */
export interface Connection {
  readonly url: string
  readonly tenant: string
  readonly client: Client
}

export const remoteOptions = {
  product: { type: 'string', value: 'NAME', meaning: 'name or id of the product' },
  engine: { type: 'string', value: 'NAME', meaning: 'name or id of the engine' },
  url: { type: 'string', value: 'URL', meaning: 'the server; the one signed in to last unless given' },
  json: asJson,
} as const

/** Which version a command is about. */
export const versionOption = { type: 'string', value: 'REVISION' } as const

/** The named server, or the last one signed in to; a pipeline names it and its key in the environment. */
export async function connect(url: string | undefined): Promise<Connection> {
  const credentials = await credentialsFor(url)
  if (credentials === undefined) {
    const place = url === undefined ? '' : ` to ${url}`
    throw new UsageProblem(
      `You are not signed in${place}. Run "sheetwright login URL", or set SHEETWRIGHT_URL, SHEETWRIGHT_TENANT and SHEETWRIGHT_API_KEY.`,
    )
  }
  return connectionOf(credentials)
}

export function connectionOf({ url, tenant, apiKey }: Credentials): Connection {
  const headers = { 'x-synthetic-key': apiKey, 'x-tenant-name': tenant }
  return { url, tenant, client: createClient({ baseUrl: url, headers: () => headers }) }
}

/** Product and engine, which most commands need. */
export function addressOf(
  values: { readonly product?: string | undefined; readonly engine?: string | undefined },
  line: CommandLine,
) {
  const { product, engine } = values
  if (product === undefined || engine === undefined) throw wrongUse(line)
  return { product, engine }
}
