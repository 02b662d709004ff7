import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { findUpload } from '../../src/features/engines/engine-upload.store.ts'
import { findVersion } from '../../src/features/engines/engine-version.store.ts'
import { proveEngine } from '../../src/features/engines/prove-engine.job.ts'
import { engineUploads } from '../../src/platform/db/schema/engines.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { listMails } from '../../src/platform/mail/mail.store.ts'
import { type Author, newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'

const server = useEngineServer({}, { provesFurther: true })

/** Continues the proof of an engine's only version after one run. */
async function proveOn(author: Author, engineId: string, uploadId: string) {
  const { services } = server()
  const { tenantId, userId } = author
  const data = { Name: 'premium', engineId, uploadId, runs: 1 }
  const jobId = await services.db.inTenant(tenantId, (tx) => services.jobs.enqueue(tx, proveEngine, userId, data))
  return waitForJob(services, { tenantId, userId, jobId }, new AbortController().signal)
}

async function publishedPremium() {
  const author = await newAuthor(server())
  const { engineId, versionId } = await upload(author, premiumWorkbook(), { data: { publish: true } })
  const uploadId = await server().services.db.inTenant(author.tenantId, async (tx) => {
    const version = await findVersion(tx, engineId, versionId)
    return version?.uploadId ?? ''
  })
  const params = { product: author.product, engine: engineId }
  return { author, engineId, uploadId, params }
}

it('goes on with the proof of a version until all runs are made', async () => {
  const { author, engineId, uploadId, params } = await publishedPremium()
  expect(await proveOn(author, engineId, uploadId)).toMatchObject({
    status: 'Success',
    result: { runs: 201, fault: null },
  })
  const { parity } = await author.client.call(getParity, { params: { ...params, version: '1.0.0' } })
  expect(parity.program).toEqual({ runs: 201, wanted: 201, differences: [] })
  expect(await author.client.call(getEngine, { params })).toMatchObject({ version: { blockedBecause: null } })
})

it('runs a version on the reference evaluator, and tells its owner, when the proof finds a difference later', async () => {
  const { author, engineId, uploadId, params } = await publishedPremium()
  const { db, files } = server().services
  const { tenantId } = author
  const built = await db.inTenant(tenantId, (tx) => findUpload(tx, uploadId))
  const program = await text(await files.open(tenantId, built?.programHash ?? ''))
  const wrong = program.replace('- 25,', '- 98,')
  expect(wrong).not.toBe(program)
  const { hash } = await files.put(tenantId, Readable.from([Buffer.from(wrong)]), {
    maxBytes: 1e6,
    signal: new AbortController().signal,
  })
  await db.inTenant(tenantId, (tx) =>
    tx.q.update(engineUploads).set({ programHash: hash }).where(eq(engineUploads.id, uploadId)),
  )

  const job = await proveOn(author, engineId, uploadId)
  expect(job).toMatchObject({ status: 'Success', result: { fault: expect.stringContaining('Premium') } })

  const { parity } = await author.client.call(getParity, { params: { ...params, version: '1.0.0' } })
  expect(parity.program.differences[0]).toMatchObject({ output: 'Premium' })
  expect(await author.client.call(getEngine, { params })).toMatchObject({
    version: { blockedBecause: expect.stringContaining('Premium') },
  })
  const answer = await author.client.call(executeEngine, { params, body: { request_data: { inputs: { Age: 30 } } } })
  expect(answer).toMatchObject({ xOutput: { Premium: 100 } })
  const mails = await db.inTenant(tenantId, (tx) => listMails(tx, 5))
  expect(mails[0]).toMatchObject({ subject: expect.stringContaining('premium') })
})
