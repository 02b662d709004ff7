import type { TestProject } from 'vitest/node'
import { bundleServer } from '../../packages/server/test/support/bundle-server.ts'
import { bundleVariable } from '../../packages/server/test/support/server-file.ts'
import { type FirstStart, launchProduct } from './launch-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    firstStart: FirstStart
  }
}

// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env[bundleVariable] ??= await bundleServer()
  const product = await launchProduct({})
  await product.interrupt()
  project.provide('firstStart', { data: product.data, passwords: product.passwords })
  return () => product.dispose()
}
