import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import type { TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import { uploadTestBed } from '@sheetwright/contract/test-beds/upload-test-bed.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import type { SignedIn, TestServer } from '../support/test-server.ts'
import { workbookFile } from '../../demo/workbook-file.ts'
import { premiumWorkbook } from '../engines/engine-server.ts'

/** A supervisor with a published premium engine. */
export async function premiumTester(server: TestServer): Promise<{ person: SignedIn; engine: PublishedEngine }> {
  const person = await server.signIn({ groups: ['supervisor:pf'] })
  return { person, engine: await premiumEngine(server, person) }
}

export async function premiumEngine(
  server: TestServer,
  person: SignedIn,
  { rate = 0.01, ...options }: { rate?: number } & Parameters<typeof publishedEngine>[3] = {},
): Promise<PublishedEngine> {
  const bytes = await workbookFile(premiumWorkbook({ rate }))
  return publishedEngine(server, person, new Uint8Array(bytes), options)
}

export function csv(lines: readonly string[], fileName = 'cases.csv') {
  return { file: { content: new Blob([lines.join('\n')]), fileName } }
}

/** A test bed from lines of CSV. */
export async function uploaded(person: SignedIn, engineId: string, lines: readonly string[], name = 'Cases') {
  return person.client.call(uploadTestBed, { body: { engineId, name }, files: csv(lines) })
}

/** Runs a test bed and waits until it ends. */
export async function ran(
  server: TestServer,
  person: SignedIn,
  body: { testbedId: string; version?: string; engineId?: string },
): Promise<TestRun> {
  const { testRun } = await person.client.call(queueTestRun, { body })
  return ended(server, person, testRun)
}

export async function ended(server: TestServer, person: SignedIn, run: TestRun): Promise<TestRun> {
  await finished(server, person, run.testbedQueueId)
  return person.client.call(getTestRun, { params: { run: run.id } })
}

export async function finished(server: TestServer, { tenantId, userId }: SignedIn, jobId: string): Promise<void> {
  await waitForJob(server.services, { tenantId, userId, jobId }, new AbortController().signal)
}
