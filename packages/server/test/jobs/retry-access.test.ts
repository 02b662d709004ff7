import { exportCalls } from '@sheetwright/contract/call-log/export-calls.ts'
import { createFolder } from '@sheetwright/contract/files/create-folder.ts'
import { deleteFolder } from '@sheetwright/contract/files/delete-folder.ts'
import { downloadFolder } from '@sheetwright/contract/files/download-folder.ts'
import { updateFolder } from '@sheetwright/contract/files/update-folder.ts'
import { uploadFolder } from '@sheetwright/contract/files/upload-folder.ts'
import type { PrivacyLevel } from '@sheetwright/contract/files/file-entry.ts'
import { cancelJob } from '@sheetwright/contract/jobs/cancel-job.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { retryJob } from '@sheetwright/contract/jobs/retry-job.ts'
import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { exportProduct } from '@sheetwright/contract/products/zip/export-product.ts'
import { importProduct } from '@sheetwright/contract/products/zip/import-product.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { updateUserGroups } from '@sheetwright/contract/users/update-user-groups.ts'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { jobDefinitions } from '../../src/background.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { defaultWorkerOptions, startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { codeOf, productOf } from '../documents/people.ts'
import { zipOf } from '../documents/sample-files.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()
const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

/** Jobs wait before this, so that they can be cancelled. */
async function work() {
  workers.push(await startWorker(server().services, jobDefinitions, defaultWorkerOptions))
}

async function twoPeople() {
  const boss = await server().signIn({ groups: ['supervisor:pf'] })
  return { boss, user: await server().signIn({ tenant: boss }) }
}

function permit(boss: SignedIn, user: SignedIn, product: string, level: AccessLevel | null) {
  const principals = [{ principal: { type: 'user' as const, id: user.userId }, level }]
  return boss.client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId: product },
    body: { principals },
  })
}

function make({ client }: SignedIn, path: string, name: string, privacyLevel: PrivacyLevel = 'Public') {
  return client.call(createFolder, { body: { path, name, privacyLevel } })
}

const retry = ({ client }: SignedIn, job: string) => client.call(retryJob, { params: { job } })
const cancel = ({ client }: SignedIn, job: string) => client.call(cancelJob, { params: { job } })

const ended = ({ tenantId, userId }: SignedIn, jobId: string) =>
  waitForJob(server().services, { tenantId, userId, jobId }, new AbortController().signal)

it('packs a product again only for people who may still edit it', async () => {
  const { boss, user } = await twoPeople()
  const product = await productOf(boss)
  await permit(boss, user, product, 'edit')
  const { jobId } = await user.client.call(exportProduct, { params: { product } })
  await work()
  expect(await ended(user, jobId)).toMatchObject({ status: 'Success' })
  await server().services.db.inTenant(user.tenantId, (tx) =>
    tx.q.execute(sql`UPDATE job_files SET expires_at = now() - interval '1 second' WHERE job_id = ${jobId}`),
  )
  for (const level of [null, 'view'] as const) {
    await permit(boss, user, product, level)
    expect(await codeOf(retry(user, jobId))).toBe('JOB_NOT_RETRYABLE')
  }
  expect(await codeOf(user.client.call(downloadJobFile, { params: { job: jobId } }))).toBe('JOB_RESULT_EXPIRED')
  await permit(boss, user, product, 'edit')
  await retry(user, jobId)
  expect(await ended(user, jobId)).toMatchObject({ status: 'Success' })
})

it('imports again only what the groups of the person may still add', async () => {
  const { boss, user } = await twoPeople()
  const { productId } = await publishedEngine(server(), boss, premiumWorkbook())
  const { jobId: packing } = await boss.client.call(exportProduct, { params: { product: productId } })
  await work()
  expect(await ended(boss, packing)).toMatchObject({ status: 'Success' })
  await workers.pop()?.stop()
  const { blob } = await boss.client.call(downloadJobFile, { params: { job: packing } })
  const files = { ProductZip: { content: blob, fileName: 'out.zip' } }
  const { jobId } = await user.client.call(importProduct, { body: { Name: 'Own' }, files })
  await cancel(user, jobId)
  const rule = (ruleValue: boolean) =>
    boss.client.call(saveUserGroupSetting, {
      body: {
        userGroup: 'user:pf.forms',
        moduleRules: [{ moduleName: 'ProductEngine', rules: [{ ruleName: 'Add', ruleValue }] }],
      },
    })
  await rule(false)
  expect(await codeOf(retry(user, jobId))).toBe('JOB_NOT_RETRYABLE')
  await rule(true)
  expect(await retry(user, jobId)).toMatchObject({ status: 'Pending' })
})

it('packs folders again with what the person sees now', async () => {
  const { boss } = await twoPeople()
  const other = await server().signIn({ groups: ['supervisor:pf'], tenant: boss })
  const shared = await make(boss, '/files', 'shared')
  const secret = await make(boss, '/files/shared', 'secret', 'Restricted')
  const packed = async (person: SignedIn, ...folders: string[]) => {
    const { jobId } = await person.client.call(downloadFolder, { body: { name: 'out', folders } })
    await cancel(person, jobId)
    return jobId
  }
  const whole = await packed(other, shared.id)
  const inner = await packed(other, secret.id)
  const body = { user_ids: [other.userId], group_path: 'user:pf.forms' }
  await boss.client.call(updateUserGroups, { body })
  expect(await codeOf(retry(other, inner))).toBe('JOB_NOT_RETRYABLE')
  await retry(other, whole)
  await work()
  expect(await ended(other, whole)).toMatchObject({ status: 'Success' })
  const { blob } = await other.client.call(downloadJobFile, { params: { job: whole } })
  const names = Buffer.from(await blob.arrayBuffer()).toString('latin1')
  expect(names).toContain('shared/')
  expect(names).not.toContain('secret/')
})

it('deletes and unpacks again only where the person still may', async () => {
  const { boss, user } = await twoPeople()
  const shared = await make(boss, '/files', 'shared')
  await make(boss, '/files/shared', 'inside')
  const supervisor = await server().signIn({ groups: ['supervisor:pf'], tenant: boss })
  const { jobId: deletion } = await supervisor.client.call(deleteFolder, {
    params: { id: shared.id },
    query: { force: 'true' },
  })
  await cancel(supervisor, deletion ?? '')
  const zip = { content: new Blob([Uint8Array.from(await zipOf({ 'a.xml': '<a/>' }))]), fileName: 'in.zip' }
  const upload = await user.client.call(uploadFolder, { body: { FolderId: shared.id }, files: { File: zip } })
  await cancel(user, upload.jobId)
  await boss.client.call(updateUserGroups, { body: { user_ids: [supervisor.userId], group_path: 'user:pf.forms' } })
  await boss.client.call(updateFolder, { params: { id: shared.id }, body: { privacyLevel: 'Private' } })
  expect(await codeOf(retry(supervisor, deletion ?? ''))).toBe('JOB_NOT_RETRYABLE')
  expect(await codeOf(retry(user, upload.jobId))).toBe('JOB_NOT_RETRYABLE')
})

it('writes again only calls that the person sees now', async () => {
  const { boss, user } = await twoPeople()
  const { productId, engineId } = await publishedEngine(server(), boss, premiumWorkbook())
  await permit(boss, user, productId, 'edit')
  const params = { product: productId, engine: engineId }
  const { jobId } = await user.client.call(exportCalls, { params, body: { Format: 'CSV' } })
  expect((await cancel(user, jobId)).data).not.toHaveProperty('madeBy')
  await permit(boss, user, productId, 'view')
  const own = { madeBy: { kind: 'user', id: user.userId } }
  expect(await retry(user, jobId)).toMatchObject({ status: 'Pending', data: own })
  expect((await cancel(user, jobId)).data).toMatchObject(own)
  await permit(boss, user, productId, null)
  expect(await codeOf(retry(user, jobId))).toBe('JOB_NOT_RETRYABLE')
})
