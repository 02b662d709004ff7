import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pageCredentials } from './page-credentials.ts'

/** Publishes a workbook like a program, with the page's credentials. */
export async function publishWorkbook(
  page: Page,
  productName: string,
  workbook: Buffer,
): Promise<{ readonly productId: string; readonly engineId: string }> {
  const answer = await page.request.post(`/api/v1/product/${encodeURIComponent(productName)}/engines/add`, {
    headers: await pageCredentials(page),
    multipart: {
      data: JSON.stringify({ serviceName: 'Motor premium', publish: true }),
      file: { name: 'Motor premium.xlsx', mimeType: 'application/octet-stream', buffer: workbook },
    },
  })
  expect(answer.status()).toBe(200)
  const { data } = (await answer.json()) as { data: { productId: string; engineId: string } }
  return data
}
