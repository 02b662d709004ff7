import { Readable } from 'node:stream'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, JobFailure } from '../../platform/jobs/definition.ts'
import type { Services } from '../../services.ts'
import { jobFileUrl, saveJobFile } from '../jobs/job-file.store.ts'
import { gatherDoc } from './gather-doc.ts'
import { pdfOf } from './pdf-of.ts'
import { renderHtml } from './render-html.ts'

const texts = z.array(z.string()).readonly()
const scopes = z.array(z.enum(['execute', 'author', 'logs'])).readonly()
const reach = z.object({ products: texts, engines: texts })
const common = { tenantId: z.uuid(), tenantName: z.string(), groups: texts }

/** The requester. The document covers what they may see. */
const asker = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('user'),
    userId: z.uuid(),
    username: z.string(),
    displayName: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    isSuperuser: z.boolean(),
  }),
  z.object({
    ...common,
    kind: z.literal('key'),
    keyId: z.uuid(),
    keyName: z.string(),
    scopes,
    personId: z.uuid().optional(),
    reach: reach.optional(),
  }),
])

const maxBytes = 512 * 1024 * 1024

/** Writes API documentation for its requester to download. */
export const apiDocumentation = defineJob({
  type: 'ApiDocumentation',
  schema: z.object({
    Name: z.string(),
    caller: asker,
    wanted: z.object({
      product: z.string(),
      engine: z.string().optional(),
      language: z.enum(['en', 'ja']),
      form: z.enum(['html', 'pdf']),
    }),
  }),
  run: async ({ jobId, tenantId, data: { Name, caller, wanted }, services, signal, progress }) => {
    progress(5, Name)
    const { doc, fileName } = await gathered(services, caller, wanted)
    progress(50, Name)
    const content = wanted.form === 'pdf' ? await pdfOf(services, doc, signal) : Buffer.from(renderHtml(doc))
    const { hash } = await services.files.put(tenantId, Readable.from([content]), { maxBytes, signal })
    const file = { hash, fileName: `${fileName}.${wanted.form}` }
    await services.db.inTenant(tenantId, (tx) => saveJobFile(tx, jobId, file))
    return jobFileUrl(jobId)
  },
})

async function gathered(services: Services, caller: z.output<typeof asker>, wanted: Parameters<typeof gatherDoc>[2]) {
  try {
    return await gatherDoc(services, withoutUndefined(caller), wanted)
  } catch (error) {
    throw error instanceof CallError ? new JobFailure(error.message, error.code) : error
  }
}

function withoutUndefined(caller: z.output<typeof asker>): Parameters<typeof gatherDoc>[1] {
  if (caller.kind === 'user') return caller
  const { personId, reach: reached, ...key } = caller
  return {
    ...key,
    ...(personId === undefined ? {} : { personId }),
    ...(reached === undefined ? {} : { reach: reached }),
  }
}
