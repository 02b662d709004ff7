import type { Job, JobStatus, JobType } from '@sheetwright/contract/jobs/job.ts'

const unfinished: ReadonlySet<JobStatus> = new Set(['Pending', 'InProgress'])

export function isUnfinished(job: Job): boolean {
  return unfinished.has(job.status)
}

/** Mean progress of the unfinished jobs; 100 if there are none. */
export function generalPercent(jobs: readonly Job[]): number {
  const open = jobs.filter(isUnfinished)
  if (open.length === 0) return 100
  return open.reduce((sum, job) => sum + job.progress, 0) / open.length
}

/** The activity of the unfinished jobs. */
export type OverallActivity =
  | 'none'
  | 'download'
  | 'upload'
  | 'downloadAndUpload'
  | 'downloadLog'
  | 'TestbedResultCSV'
  | 'TestbedResultExcel'

export function overallActivity(jobs: readonly Job[]): OverallActivity {
  const types = new Set(jobs.filter(isUnfinished).map(({ type }) => type))
  const isDownloading = types.has('DownloadFolder')
  if (types.has('UploadFolder')) return isDownloading ? 'downloadAndUpload' : 'upload'
  if (isDownloading) return 'download'
  if (types.has('DownloadLogs')) return 'downloadLog'
  if (types.has('TestbedResultCSV')) return 'TestbedResultCSV'
  return types.has('TestbedResultExcel') ? 'TestbedResultExcel' : 'none'
}

/** Whether the file of a job has expired. */
export function isExpired({ status, resultExpiresAt }: Job, now: number): boolean {
  return status === 'Success' && resultExpiresAt !== null && Date.parse(resultExpiresAt) < now
}

export type JobLook = 'normal' | 'success' | 'attention' | 'failure'

const looks: Readonly<Record<JobStatus, JobLook>> = {
  Pending: 'normal',
  InProgress: 'normal',
  Success: 'success',
  Fail: 'failure',
  Cancelled: 'failure',
}

export function jobLook(job: Job): JobLook {
  const marking = markingOf(job)
  if (marking !== undefined) return marking === 'done' ? 'success' : 'attention'
  return looks[job.status]
}

/** Of a workbook that names no outputs: whether its cells were marked since. Undefined for every other job. */
export function markingOf({ failureCode, data }: Job): 'open' | 'done' | undefined {
  if (failureCode !== 'JOB_INTERFACE_MISSING') return undefined
  return data['continuedBy'] === undefined ? 'open' : 'done'
}

const downloads: ReadonlySet<JobType> = new Set([
  'DownloadFolder',
  'DownloadLogs',
  'TestbedResultCSV',
  'TestbedResultExcel',
  'ExportAudit',
])

/**
 * The link to a job's result: the file of a download, the product of a folder upload, the version of a workbook. For a
 * workbook whose cells are to be marked, where it is uploaded.
 */
export function jobResultLink(job: Job): string | undefined {
  const product = job.data['productId']
  if (markingOf(job) === 'open' && typeof product === 'string') return `/products/${product}/engines`
  if (job.status !== 'Success') return undefined
  if (downloads.has(job.type) && typeof job.result === 'string') return job.result
  const address = urlOf(job.result)
  if (address !== undefined) return address
  const name = job.data['Name']
  if (job.type === 'UploadFolder' && typeof name === 'string') return `/products/${encodeURIComponent(name)}`
  return job.type === 'CompileEngine' ? versionLink(job.result) : undefined
}

function urlOf(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { Url } = result as Readonly<Record<string, unknown>>
  return typeof Url === 'string' ? Url : undefined
}

function versionLink(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { productId, engineId, versionId } = result as Readonly<Record<string, unknown>>
  if (typeof productId !== 'string' || typeof engineId !== 'string') return undefined
  return `/products/${productId}/engines/${engineId}?version=${String(versionId)}`
}

/** Versions of an import that stay drafts, by the reason. */
export function keptDrafts({ type, result }: Job): ReadonlyMap<string, readonly string[]> {
  if (type !== 'UploadFolder' || typeof result !== 'object' || result === null || !('drafts' in result))
    return new Map()
  const drafts = Array.isArray(result.drafts) ? (result.drafts as readonly KeptDraft[]) : []
  const byReason = Map.groupBy(drafts, ({ reason }) => reason)
  return new Map(
    Array.from(byReason, ([reason, kept]) => [reason, kept.map(({ service, version }) => `${service} ${version}`)]),
  )
}

/** How many drafts of an import `keptDrafts` does not name. */
export function unnamedDrafts({ type, result }: Job): number {
  if (type !== 'UploadFolder' || typeof result !== 'object' || result === null || !('moreDrafts' in result)) return 0
  return Number(result.moreDrafts)
}

interface KeptDraft {
  readonly service: string
  readonly version: string
  readonly reason: string
}
