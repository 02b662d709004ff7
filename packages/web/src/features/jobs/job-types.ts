import type { JobStatus, JobType } from '@sheetwright/contract/jobs/job.ts'
import type { OverallActivity } from './job-activity.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

export const jobTypeNames: Readonly<Record<JobType, MessageId>> = {
  UploadFolder: 'Job.UploadFolder',
  DownloadFolder: 'Job.DownloadFolder',
  DownloadLogs: 'Job.DownloadLogs',
  TestbedResultCSV: 'Job.TestbedResultCSV',
  TestbedResultExcel: 'Job.TestbedResultExcel',
  JsSheetGenerate: 'Job.JsSheetGenerate',
  TestRunComparer: 'Job.TestRunComparer',
  GenerateTestCases: 'Job.GenerateTestCases',
  IngeniumAdapter: 'Job.IngeniumAdapter',
  ComputePortfolio: 'Job.ComputePortfolio',
  CompileEngine: 'Job.CompileEngine',
  ProveEngine: 'Job.ProveEngine',
  CloneProduct: 'Job.CloneProduct',
  DeleteFolder: 'Job.DeleteFolder',
  SyncDownstream: 'Job.SyncDownstream',
  TestRun: 'Job.TestRun',
  DmlGenerate: 'Job.DmlGenerate',
  ExportAudit: 'Job.ExportAudit',
  ApiDocumentation: 'Job.ApiDocumentation',
  SeedDemo: 'Job.SeedDemo',
}

export const jobStatusNames: Readonly<Record<JobStatus, MessageId>> = {
  Pending: 'JobStatus.Pending',
  InProgress: 'JobStatus.InProgress',
  Success: 'JobStatus.Success',
  Fail: 'JobStatus.Fail',
  Cancelled: 'JobStatus.Cancelled',
}

export const activityNames: Readonly<Record<OverallActivity, MessageId>> = {
  none: 'JobActivity.none',
  download: 'JobActivity.download',
  upload: 'JobActivity.upload',
  downloadAndUpload: 'JobActivity.downloadAndUpload',
  downloadLog: 'JobActivity.downloadLog',
  TestbedResultCSV: 'JobActivity.TestbedResultCSV',
  TestbedResultExcel: 'JobActivity.TestbedResultExcel',
}
