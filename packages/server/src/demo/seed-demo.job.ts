import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { maxWorkbookBytes } from '@sheetwright/contract/engines/engine-upload.ts'
import { z } from 'zod'
import { buildUpload } from '../features/engines/build/build-upload.ts'
import { insertDocument } from '../features/documents/document.store.ts'
import { listSections } from '../features/documents/section.store.ts'
import { insertUpload } from '../features/engines/engine-upload.store.ts'
import { findEngine } from '../features/engines/engine.store.ts'
import { makeVersion } from '../features/engines/make-version.ts'
import { saveChain } from '../features/execution/chain.store.ts'
import { executeSingle } from '../features/execution/execute-single.ts'
import { setGrant } from '../features/permissions/permission.store.ts'
import { freeProductName, insertProduct, removeProducts, updateProduct } from '../features/products/product.store.ts'
import { findLiveProduct } from '../features/products/product.store.ts'
import { readSystemValue, writeSystemValue } from '../platform/db/system-values.store.ts'
import type { UserIdentity } from '../platform/http/caller.ts'
import { JsonText } from '../platform/http/json-text.ts'
import { findUser } from '../platform/identity/users.store.ts'
import { defineJob, type JobContext, JobFailure } from '../platform/jobs/definition.ts'
import type { Services } from '../services.ts'
import { coverPicture } from './cover-picture.ts'
import { demoChain, type DemoProduct, demoProducts } from './demo-content.ts'

const schema = z.object({ tenantName: z.string(), userGroup: z.string() })

/** Products that the job has made, so that it can start over. */
const madeName = 'demo.products'
const made = z.object({ ids: z.array(z.uuid()) }).catch({ ids: [] })

const folder = path.join(import.meta.dirname, '../../demo')

/**
 * Creates the demo products, each with cover, texts, documents, a published engine and calls of several weeks; first
 * removes those it made before.
 */
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
      await addDocuments(services, caller, id, product)
      await makeCalls(services, caller, id, product)
      await makeEarlierCalls(services, caller, id, product)
    }
    await addChain(services, caller, ids)
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

async function newProduct(
  { db, events, files }: Services,
  { tenantId, userId }: UserIdentity,
  { name: wanted, category, description, status, days: [start, launch], summary, cover }: DemoProduct,
  userGroup: string,
): Promise<string> {
  const picture = await coverPicture(...cover, wanted.length)
  const { hash: coverHash } = await files.put(tenantId, Readable.from([picture]), { maxBytes: picture.length })
  return db.inTenant(tenantId, async (tx) => {
    const name = (await findLiveProduct(tx, wanted)) === undefined ? wanted : await freeProductName(tx, wanted)
    const row = {
      name,
      category: [...category],
      description,
      launchDate: dayIn(launch),
      startDate: dayIn(start),
      coverHash,
      summary,
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

/** The day so many days from now, `YYYY-MM-DD`. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same code path as an upload. */
async function newVersion(
  { jobId, services, signal }: JobContext<unknown>,
  { tenantId, userId, displayName, groups }: UserIdentity,
  productId: string,
  { serviceName, file: fileName }: DemoProduct,
  releaseNote: string,
): Promise<void> {
  const source = path.join(folder, fileName)
  const stored = await services.files.putFile(tenantId, source, { maxBytes: maxWorkbookBytes, signal })
  const { size: fileSize } = await stat(source)
  const upload = { productId, serviceName, uploadedBy: userId, fileName, fileHash: stored.hash, fileSize }
  const { id: uploadId } = await services.db.inTenant(tenantId, (tx) => insertUpload(tx, upload))
  const about = { tenantId, fileHash: stored.hash, fileName, engineType: 'Type1' as const }
  const task = { ...about, signal, onProgress: () => {} }
  const built = await buildUpload(services, task)
  if (built.kind === 'refused') throw new JobFailure(`${fileName}: ${built.refusal.message}`)
  const actor = { actorId: userId, actorName: displayName, correlationId: '' }
  const data = { ...actor, Name: serviceName, uploadId, groups: [...groups] }
  const asked = { releaseNote, publish: true }
  await makeVersion(services, { tenantId, jobId, data: { ...data, asked }, built, references: [] })
}

/** The workbook as designed, and a page about the product. */
async function addDocuments(
  { db, files }: Services,
  { tenantId, userId }: UserIdentity,
  productId: string,
  { name, file, summary, releaseNotes }: DemoProduct,
): Promise<void> {
  const about = [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>${name}</title><h1>${name}</h1>${summary}<h2>Versions</h2>`,
    `<ol>${releaseNotes.map((note) => `<li>${note}</li>`).join('')}</ol></html>`,
  ].join('')
  const contents = [
    { fileName: `About ${name}.html`, open: () => Readable.from([about]) },
    { fileName: file, open: () => createReadStream(path.join(folder, file)) },
  ]
  for (const { fileName, open } of contents) {
    const { hash, size } = await files.put(tenantId, open(), { maxBytes: maxWorkbookBytes })
    await db.inTenant(tenantId, async (tx) => {
      const section = (await listSections(tx, productId)).find((one) => one.name === 'serviceDocumentation')
      if (section === undefined) return
      await insertDocument(tx, { productId, section, fileName, metadata: {} }, { hash, size, uploadedBy: userId })
    })
  }
}

/** Chains engines of two products; the mortgage shows it best. */
async function addChain({ db }: Services, caller: UserIdentity, ids: readonly string[]): Promise<void> {
  const { name, first, next } = demoChain
  const productOf = (wanted: string) => ids[demoProducts.findIndex((product) => product.name === wanted)] ?? ''
  await db.inTenant(caller.tenantId, async (tx) => {
    const firstId = (await findEngine(tx, caller, { product: productOf(first.product), engine: first.engine }))?.id
    const nextId = (await findEngine(tx, caller, { product: productOf(next.product), engine: next.engine }))?.id
    if (firstId === undefined || nextId === undefined) return
    const steps = [{ engineId: nextId, mapping: { ...next.mapping } }]
    await saveChain(tx, { engineId: firstId, name, steps, createdBy: caller.userId })
  })
}

/** Days of calls before the creation of the demo. */
const earlierDays = 35

/** Calls of the weeks before, fewer at the weekend, as data for the charts. The same every time. */
async function makeEarlierCalls(
  { execution }: Services,
  caller: UserIdentity,
  product: string,
  demo: DemoProduct,
): Promise<void> {
  const [input, least, greatest] = demo.varied
  const chance = repeatable(demo.name.length)
  for (let day = earlierDays; day > 0; day--) {
    const morning = new Date(`${dayIn(-day)}T08:00:00.000Z`)
    const weekend = morning.getUTCDay() % 6 === 0
    const count = Math.round((weekend ? 0.2 : 0.7 + chance() * 0.6) * demo.perDay)
    for (let number = 0; number < count; number++) {
      const call = demo.calls[Math.floor(chance() * chance() * demo.calls.length)] ?? demo.calls[0]
      if (call === undefined) return
      const value = Math.round(least + chance() * (greatest - least))
      const varied = call.purpose === 'Test' ? call : { ...call, inputs: { ...call.inputs, [input]: value } }
      await makeCall(execution, caller, product, demo.serviceName, {
        ...varied,
        at: new Date(morning.getTime() + Math.floor(chance() * 36_000_000)),
      })
    }
  }
}

/** Pseudo-random numbers from 0 to 1, the same in every demo. */
function repeatable(seed: number): () => number {
  let state = seed * 7919 + 17
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

async function makeCalls(
  { execution }: Services,
  caller: UserIdentity,
  product: string,
  { serviceName, calls }: DemoProduct,
): Promise<void> {
  for (const call of calls) await makeCall(execution, caller, product, serviceName, call)
}

/** Through the same function as HTTP calls, so that the log looks the same. */
async function makeCall(
  execution: Services['execution'],
  caller: UserIdentity,
  product: string,
  engine: string,
  { purpose, subservice, inputs, at }: DemoProduct['calls'][number] & { readonly at?: Date },
): Promise<void> {
  const meta = { call_purpose: purpose, source_system: 'Demo', service_category: subservice }
  const request = {
    tenantId: caller.tenantId,
    caller,
    target: { kind: 'engine', product, engine } as const,
    inputs,
    meta,
    requestId: crypto.randomUUID(),
    requestText: JSON.stringify({ request_data: { inputs }, request_meta: meta }),
    ...(at === undefined ? {} : { at }),
  }
  await executeSingle(execution, request, ({ callId, result: { outputs, warnings, errors } }) =>
    JsonText.of({ callId, xOutput: outputs, engineWarnings: warnings, validationErrors: errors }),
  )
}
