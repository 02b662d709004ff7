import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { UsageProblem } from '../command-line.ts'
import { type Credentials, credentialsFor } from './credentials.ts'

/** The server a command connects to. */
export interface Connection {
  readonly url: string
  readonly tenant: string
  readonly client: Client
}

export const remoteOptions = {
  url: { type: 'string' },
  product: { type: 'string' },
  engine: { type: 'string' },
  json: { type: 'boolean' },
} as const

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
  usage: string,
) {
  const { product, engine } = values
  if (product === undefined || engine === undefined) throw new UsageProblem(`Usage: sheetwright ${usage}`)
  return { product, engine }
}
