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

/** Adds a product like a program, with the page's credentials. */
export async function addProduct(page: Page, name: string): Promise<void> {
  const answer = await page.request.post('/api/v1/product/create', {
    headers: await pageCredentials(page),
    multipart: { Name: name },
  })
  expect(answer.status()).toBe(200)
}

/** A product with one published workbook, for stories about what comes after: pages take seconds of a core for it. */
export async function publishInNewProduct(
  page: Page,
  productName: string,
  workbook: Buffer,
): ReturnType<typeof publishWorkbook> {
  await addProduct(page, productName)
  return publishWorkbook(page, productName, workbook)
}
