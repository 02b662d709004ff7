import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { describe, expect, test } from 'vitest'
import {
  generalPercent,
  jobLook,
  jobResultLink,
  keptDrafts,
  unnamedDrafts,
  overallActivity,
} from '../src/features/jobs/job-activity.ts'

const job: Job = {
  id: '0198c3a2-7f10-7c4e-9b1a-5d2e8f60a1b3',
  type: 'DownloadFolder',
  status: 'InProgress',
  progress: 40,
  note: null,
  createdAt: '2026-11-15T09:30:00Z',
  completedAt: null,
  data: { Name: 'Motor premium' },
  result: null,
  failureReason: null,
  failureCode: null,
  resultExpiresAt: null,
  userId: 'u',
}

describe('background jobs', () => {
  test('the general percentage is the mean of what is unfinished, 100 when nothing is', () => {
    const done: Job = { ...job, status: 'Success', progress: 100 }
    expect(generalPercent([job, { ...job, status: 'Pending', progress: 0 }, done])).toBe(20)
    expect(generalPercent([done])).toBe(100)
    expect(generalPercent([])).toBe(100)
  })

  test('the overall activity is what the unfinished jobs do', () => {
    const of = (...types: Job['type'][]) => overallActivity(types.map((type) => ({ ...job, type })))
    expect([of(), of('CompileEngine')]).toEqual(['none', 'none'])
    expect([of('DownloadFolder'), of('UploadFolder')]).toEqual(['download', 'upload'])
    expect([of('UploadFolder', 'DownloadFolder'), of('DownloadLogs')]).toEqual(['downloadAndUpload', 'downloadLog'])
    expect([of('TestbedResultCSV'), of('TestbedResultExcel')]).toEqual(['TestbedResultCSV', 'TestbedResultExcel'])
    expect(overallActivity([{ ...job, status: 'Success' }])).toBe('none')
  })

  test('failed and cancelled jobs look failed', () => {
    const looks = (['Pending', 'InProgress', 'Success', 'Fail', 'Cancelled'] as const).map((status) =>
      jobLook({ ...job, status }),
    )
    expect(looks).toEqual(['normal', 'normal', 'success', 'failure', 'failure'])
  })

  test('a workbook whose cells are to be marked has not failed', () => {
    const refused = { ...job, type: 'CompileEngine', status: 'Fail', failureCode: 'JOB_INTERFACE_MISSING' } as const
    const open = { ...refused, data: { Name: 'Loan', productId: 'p' } }
    expect([jobLook(open), jobResultLink(open)]).toEqual(['attention', '/products/p/engines'])
    const marked = { ...open, data: { ...open.data, continuedBy: 'j' } }
    expect([jobLook(marked), jobResultLink(marked)]).toEqual(['success', undefined])
    expect(jobLook({ ...open, failureCode: null })).toBe('failure')
  })

  test('only a finished job has a result to open', () => {
    expect(jobResultLink({ ...job, result: '/files/x.zip' })).toBeUndefined()
    expect(jobResultLink({ ...job, status: 'Success', result: '/files/x.zip' })).toBe('/files/x.zip')
    expect(jobResultLink({ ...job, status: 'Fail', result: '/files/x.zip' })).toBeUndefined()
    const unpacked = { ...job, type: 'UploadFolder', status: 'Success', result: { Url: '/admin/x' } } as const
    expect(jobResultLink(unpacked)).toBe('/admin/x')
    expect(jobResultLink({ ...job, type: 'UploadFolder', status: 'Success' })).toBe('/products/Motor%20premium')
  })

  test('versions of an import that stay drafts are told with their own reasons', () => {
    const drafts = [
      { service: 'Motor', version: '1.0.0', reason: 'differs' },
      { service: 'Home', version: '1.0.0', reason: 'not approved' },
      { service: 'Motor', version: '2.0.0', reason: 'differs' },
    ]
    const imported: Job = { ...job, type: 'UploadFolder', status: 'Success', result: { Url: '/products/x', drafts } }
    expect([...keptDrafts(imported)]).toEqual([
      ['differs', ['Motor 1.0.0', 'Motor 2.0.0']],
      ['not approved', ['Home 1.0.0']],
    ])
    expect(keptDrafts({ ...imported, result: { Url: '/admin/x' } }).size).toBe(0)
    expect(unnamedDrafts(imported)).toBe(0)
    expect(unnamedDrafts({ ...imported, result: { Url: '/products/x', drafts, moreDrafts: 7 } })).toBe(7)
  })
})
