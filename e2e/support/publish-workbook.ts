import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Publishes a workbook as a program would, with the credentials of the page. */
export async function publishWorkbook(
  page: Page,
  productName: string,
  workbook: Buffer,
): Promise<{ readonly productId: string; readonly engineId: string }> {
  const [request] = await Promise.all([page.waitForRequest(/\/api\/v1\/product/), page.reload()])
  const headers = await request.allHeaders()
  const answer = await page.request.post(`/api/v1/product/${encodeURIComponent(productName)}/engines/add`, {
    headers: { authorization: headers['authorization'] ?? '', 'x-tenant-name': headers['x-tenant-name'] ?? '' },
    multipart: {
      data: JSON.stringify({ serviceName: 'Motor premium', publish: true }),
      file: { name: 'Motor premium.xlsx', mimeType: 'application/octet-stream', buffer: workbook },
    },
  })
  expect(answer.status()).toBe(200)
  const { data } = (await answer.json()) as { data: { productId: string; engineId: string } }
  return data
}
