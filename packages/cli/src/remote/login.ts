import { text } from 'node:stream/consumers'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { readCommandLine, UsageProblem } from '../command-line.ts'
import { connectionOf } from './connection.ts'
import { normal, saveCredentials } from './credentials.ts'

const usage =
  'Usage: sheetwright login URL --tenant NAME --api-key KEY    (--api-key - reads the key from standard input)'

/** `login URL`: tries an API key and keeps it for the other commands. */
export async function login(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, {
    tenant: { type: 'string' },
    'api-key': { type: 'string' },
    json: { type: 'boolean' },
  })
  const [url, ...more] = positionals
  const { tenant, 'api-key': given } = values
  if (url === undefined || more.length > 0 || tenant === undefined || given === undefined) throw new UsageProblem(usage)
  if (!/^https?:\/\//.test(url)) throw new UsageProblem(`The address begins with https://, not "${url}"`)
  const apiKey = given === '-' ? (await text(process.stdin)).trim() : given
  await connectionOf({ url: normal(url), tenant, apiKey }).client.call(listProducts, {
    body: { pageSize: 1 },
  })
  const file = await saveCredentials({ url, tenant, apiKey })
  console.log(
    values.json
      ? JSON.stringify({ url, tenant, file })
      : `Signed in to ${url} as ${tenant}. The key is kept in ${file}.`,
  )
  return 0
}
