import type { TestProject } from 'vitest/node'
import { bundleServer } from './bundle-server.ts'
import { type DatabaseServer, startDatabaseServers } from './database-servers.ts'
import { bundleVariable } from './server-file.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL servers of this run; the embedded one first. */
    databaseServers: readonly DatabaseServer[]
  }
}

// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env[bundleVariable] ??= await bundleServer()
  const { servers, stop } = await startDatabaseServers()
  project.provide('databaseServers', servers)
  return stop
}
