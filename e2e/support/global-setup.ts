import type { TestProject } from 'vitest/node'
import { bundleServer } from '../../packages/server/test/support/bundle-server.ts'
import { bundleVariable } from '../../packages/server/test/support/server-file.ts'
import { type FirstStart, launchProduct } from './launch-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    firstStart: FirstStart
    /** The running product that most files of stories share, each in a tenant of its own. */
    sharedProduct: { readonly origin: string; readonly data: string }
  }
}

/** So that more stories can share the product. */
const sharedSettings = {
  // Thousands of requests come from this one machine.
  SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
  // Stories are the same whether or not it is installed; those about it start products of their own.
  SHEETWRIGHT_LIBREOFFICE: 'off',
  // Receivers and other installations that stories start.
  SHEETWRIGHT_PROMOTION_HOSTS: '127.0.0.1',
  SHEETWRIGHT_WEBHOOK_HOSTS: '127.0.0.1',
}

// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env[bundleVariable] ??= await bundleServer()
  const first = await launchProduct({})
  await first.interrupt()
  const firstStart = { data: first.data, passwords: first.passwords }
  const shared = await launchProduct(sharedSettings, undefined, firstStart).catch(async (error: unknown) => {
    await first.dispose()
    throw error
  })
  project.provide('firstStart', firstStart)
  project.provide('sharedProduct', { origin: shared.origin, data: shared.data })
  return async () => {
    await shared.dispose()
    await first.dispose()
  }
}
