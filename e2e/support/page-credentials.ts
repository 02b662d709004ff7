import type { Page } from 'playwright-core'

/** The headers of a signed-in page, for calls that a test makes like a program. */
export async function pageCredentials(page: Page): Promise<{ authorization: string; 'x-tenant-name': string }> {
  const [request] = await Promise.all([page.waitForRequest(/\/api\/v1\/product/), page.reload()])
  const headers = await request.allHeaders()
  return { authorization: headers['authorization'] ?? '', 'x-tenant-name': headers['x-tenant-name'] ?? '' }
}
