import type { Page } from 'playwright-core'

/** The headers of a signed-in page, for calls that a test makes like a program. The application keeps them like this. */
export async function pageCredentials(page: Page): Promise<{ authorization: string; 'x-tenant-name': string }> {
  const { token, tenant } = await page.evaluate(() => ({
    token: localStorage.getItem('userToken'),
    tenant: localStorage.getItem('Tenant'),
  }))
  if (token === null || tenant === null) throw new Error('Nobody is signed in on this page')
  return { authorization: `Bearer ${token}`, 'x-tenant-name': tenant }
}
