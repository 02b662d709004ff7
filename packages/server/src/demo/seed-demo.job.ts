import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { maxWorkbookBytes } from '@sheetwright/contract/engines/engine-upload.ts'
import { z } from 'zod'
import { buildUpload } from '../features/engines/build/build-upload.ts'
import { insertUpload } from '../features/engines/engine-upload.store.ts'
import { makeVersion } from '../features/engines/make-version.ts'
import { executeSingle } from '../features/execution/execute-single.ts'
import { setGrant } from '../features/permissions/permission.store.ts'
import { freeProductName, insertProduct, removeProducts, updateProduct } from '../features/products/product.store.ts'
import { findLiveProduct } from '../features/products/product.store.ts'
import { operator } from '../platform/audit/audit.store.ts'
import { readSystemValue, writeSystemValue } from '../platform/db/system-values.store.ts'
import type { UserIdentity } from '../platform/http/caller.ts'
import { JsonText } from '../platform/http/json-text.ts'
import { findUser } from '../platform/identity/users.store.ts'
import { defineJob, type JobContext, JobFailure } from '../platform/jobs/definition.ts'
import type { Services } from '../services.ts'
import { type DemoProduct, demoProducts } from './demo-content.ts'

const schema = z.object({ Name: z.string(), tenantName: z.string(), userGroup: z.string() })

/** Which products the job has made, so that it can be done again from the beginning. */
const madeName = 'demo.products'
const made = z.object({ ids: z.array(z.uuid()) }).catch({ ids: [] })

const folder = path.join(import.meta.dirname, '../../demo')

/** Makes the products that a newcomer finds, each with a published engine and some calls; those it made before go first. */
export const seedDemo = defineJob({
  type: 'SeedDemo',
  schema,
  run: async (context) => {
    const { tenantId, services, progress } = context
    const caller = await callerOf(context)
    const earlier = made.parse(await services.db.inSystem((tx) => readSystemValue(tx, madeName)))
    await services.db.inTenant(tenantId, (tx) => removeProducts(tx, earlier.ids))
    const ids: string[] = []
    for (const [i, product] of demoProducts.entries()) {
      progress((100 * i) / demoProducts.length, product.name)
      const id = await newProduct(services, caller, product, context.data.userGroup)
      ids.push(id)
      await services.db.inSystem((tx) => writeSystemValue(tx, madeName, { ids }))
      for (const releaseNote of product.releaseNotes) await newVersion(context, caller, id, product, releaseNote)
      await makeCalls(services, caller, id, product)
    }
    return { products: ids.length }
  },
})

async function callerOf({ tenantId, userId, data, services }: JobContext<z.output<typeof schema>>) {
  const user = await services.db.inTenant(tenantId, (tx) => findUser(tx, userId))
  if (user === undefined) throw new JobFailure('Whoever the products were to belong to is gone.')
  const caller: UserIdentity = {
    kind: 'user',
    tenantId,
    tenantName: data.tenantName,
    userId,
    username: user.username,
    displayName: user.fullName,
    email: user.email,
    groups: user.groups,
    isAdmin: true,
    isSuperuser: false,
  }
  return caller
}

function newProduct(
  { db, events }: Services,
  { tenantId, userId }: UserIdentity,
  { name: wanted, category, description, status, days: [start, launch] }: DemoProduct,
  userGroup: string,
): Promise<string> {
  return db.inTenant(tenantId, async (tx) => {
    const name = (await findLiveProduct(tx, wanted)) === undefined ? wanted : await freeProductName(tx, wanted)
    const row = {
      name,
      category: [...category],
      description,
      launchDate: dayIn(launch),
      startDate: dayIn(start),
      coverHash: null,
    }
    const id = await insertProduct(tx, { ...row, ownerId: userId })
    await updateProduct(tx, id, { status })
    const entity = { type: 'product', id, name, productId: id, ownerId: userId } as const
    const principal = { type: 'group', id: userGroup } as const
    await setGrant(tx, entity, { principal, level: 'view', grantedBy: userId })
    await events.publish(tx, { type: 'product.changed', id })
    return id
  })
}

/** The day that is so many days from now, `YYYY-MM-DD`. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same way that an upload goes. */
async function newVersion(
  { jobId, services, signal }: JobContext<unknown>,
  { tenantId, userId, groups }: UserIdentity,
  productId: string,
  { serviceName, file: fileName }: DemoProduct,
  releaseNote: string,
): Promise<void> {
  const source = path.join(folder, fileName)
  const stored = await services.files.put(tenantId, createReadStream(source), { maxBytes: maxWorkbookBytes, signal })
  const { size: fileSize } = await stat(source)
  const upload = { productId, serviceName, uploadedBy: userId, fileName, fileHash: stored.hash, fileSize }
  const { id: uploadId } = await services.db.inTenant(tenantId, (tx) => insertUpload(tx, upload))
  const about = { tenantId, fileHash: stored.hash, fileName, engineType: 'Type1' as const }
  const task = { ...about, signal, onProgress: () => {} }
  const built = await buildUpload(services, task)
  if (built.kind === 'refused') throw new JobFailure(`${fileName}: ${built.refusal.message}`)
  const { name: actorName, userId: actorId, correlationId } = operator
  const data = { Name: serviceName, uploadId, correlationId, actorId, actorName, groups: [...groups] }
  const asked = { releaseNote, publish: true }
  await makeVersion(services, { tenantId, jobId, data: { ...data, asked }, built, references: [] })
}

/** Through the same door as calls over HTTP, so that the log has what it would have of those. */
async function makeCalls(
  { execution }: Services,
  caller: UserIdentity,
  product: string,
  { serviceName, calls }: DemoProduct,
): Promise<void> {
  for (const { purpose, subservice, inputs } of calls) {
    const meta = { call_purpose: purpose, source_system: 'Demo', service_category: subservice }
    const request = {
      tenantId: caller.tenantId,
      caller,
      target: { kind: 'engine', product, engine: serviceName } as const,
      inputs,
      meta,
      requestId: crypto.randomUUID(),
      requestText: JSON.stringify({ request_data: { inputs }, request_meta: meta }),
    }
    await executeSingle(execution, request, ({ callId, result: { outputs, warnings, errors } }) =>
      JsonText.of({ callId, xOutput: outputs, engineWarnings: warnings, validationErrors: errors }),
    )
  }
}
