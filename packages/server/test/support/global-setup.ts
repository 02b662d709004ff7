import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServers } from './database-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL servers of this run; the embedded one first. */
    databaseServers: readonly DatabaseServer[]
  }
}

// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { servers, stop } = await startDatabaseServers()
  project.provide('databaseServers', servers)
  return stop
}
