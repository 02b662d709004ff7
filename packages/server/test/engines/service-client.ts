import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import type { KeyScope } from '@sheetwright/contract/call.ts'
import type { SignedIn, TestServer } from '../support/test-server.ts'

export interface ServiceAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** A client that knows only the addresses and a key, like clients of other services. */
export async function serviceClient(
  server: TestServer,
  person: SignedIn,
  scopes: KeyScope[] = ['execute', 'author', 'logs'],
  group = 'supervisor:pf',
) {
  const { key } = await person.client.call(createApiKey, {
    body: { name: `Client ${crypto.randomUUID()}`, group, scopes },
  })
  const headers = { 'x-synthetic-key': key, 'x-tenant-name': person.tenantName }
  const address = (path: string) =>
    path.startsWith('http') ? path : `${server.origin}/${person.tenantName}/${path.replace(/^\//, '')}`
  const answer = async (response: Response): Promise<ServiceAnswer> => ({
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
  })
  const send = async (method: string, path: string, body?: unknown) =>
    answer(
      await fetch(address(path), {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  return {
    headers,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    delete: (path: string, body?: unknown) => send('DELETE', path, body),
    form: async (path: string, fields: Record<string, string | Blob>, fileName = 'anything.xlsx') => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === 'string') form.set(name, value)
        else form.set(name, value, fileName)
      }
      return answer(await fetch(address(path), { method: 'POST', headers, body: form }))
    },
    download: async (path: string) => {
      const response = await fetch(address(path), { headers })
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers }
    },
  }
}

export type ServiceClient = Awaited<ReturnType<typeof serviceClient>>

/** The data of a v3 answer. */
export function dataOf({ body }: ServiceAnswer): Record<string, string> {
  return body['response_data'] as Record<string, string>
}
