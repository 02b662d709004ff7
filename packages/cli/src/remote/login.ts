import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { beginDeviceLogin } from '@sheetwright/contract/api-keys/begin-device-login.ts'
import { claimDeviceLogin } from '@sheetwright/contract/api-keys/claim-device-login.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { asJson, type CommandLine, readCommandLine, UsageProblem, wrongUse } from '../command-line.ts'
import { connectionOf } from './connection.ts'
import { type Credentials, normal, saveCredentials } from './credentials.ts'
import { openInBrowser } from './open-in-browser.ts'

export const loginLine = {
  usage: 'login URL',
  meaning: 'sign in by a code that you confirm in the browser, or with --tenant and --api-key',
  options: {
    tenant: { type: 'string', value: 'NAME', meaning: 'the tenant of the key' },
    'api-key': { type: 'string', value: 'KEY|-', meaning: 'a key; - reads it from standard input' },
    json: asJson,
  },
} as const satisfies CommandLine

/** `login URL`: gets a key through a code confirmed in the browser, or verifies a given key, and stores it. */
export async function login(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, loginLine)
  const [url, ...more] = positionals
  const { tenant, 'api-key': given } = values
  if (url === undefined || more.length > 0 || (given !== undefined && tenant === undefined)) throw wrongUse(loginLine)
  if (!/^https?:\/\//.test(url)) throw new UsageProblem(`The address begins with https://, not "${url}"`)
  const credentials =
    given === undefined || tenant === undefined
      ? await confirmedCredentials(normal(url), tenant)
      : { url: normal(url), tenant, apiKey: given === '-' ? (await text(process.stdin)).trim() : given }
  await connectionOf(credentials).client.call(listProducts, { body: { pageSize: 1 } })
  const file = await saveCredentials(credentials)
  console.log(
    values.json
      ? JSON.stringify({ url, tenant: credentials.tenant, file })
      : `Signed in to ${url} as ${credentials.tenant}. The key is kept in ${file}.`,
  )
  return 0
}

/** Shows a code and waits until it is confirmed. The code goes to standard error, so that a pipe gets results only. */
async function confirmedCredentials(url: string, tenant: string | undefined): Promise<Credentials> {
  const client = createClient({ baseUrl: url, headers: () => ({}) })
  const asked = await client.call(beginDeviceLogin, { body: { machine: hostname().slice(0, 60) || 'unknown' } })
  console.error(`Open ${asked.page}\nand confirm the code ${asked.userCode}. It is good until ${asked.expiresAt}.`)
  if (process.stderr.isTTY) openInBrowser(asked.page)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, asked.interval * 1000))
    const answer = await claimed()
    if (answer === undefined || answer.state === 'pending') continue
    if (answer.state === 'refused' || answer.key === null || answer.tenant === null) {
      throw new LoginRefused('The code was refused in the browser.')
    }
    if (tenant !== undefined && tenant.toLowerCase() !== answer.tenant.toLowerCase()) {
      throw new LoginRefused(`The code was confirmed by somebody of ${answer.tenant}, not of ${tenant}.`)
    }
    return { url, tenant: answer.tenant, apiKey: answer.key }
  }

  /** Undefined if the server answers 429. */
  async function claimed() {
    try {
      return await client.call(claimDeviceLogin, { body: { deviceCode: asked.deviceCode } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return undefined
      if (error instanceof ApiError && error.code === 'DEVICE_LOGIN_NOT_FOUND')
        throw new LoginRefused('Nobody confirmed the code in time.')
      throw error
    }
  }
}

export class LoginRefused extends Error {}
