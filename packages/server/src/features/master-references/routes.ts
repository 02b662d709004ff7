import type { Handler } from '../../platform/http/handle.ts'
import { addMasterReferenceHandler } from './add-master-reference.ts'
import { compareVersionsHandler } from './compare-versions.ts'
import { deleteMasterReferenceHandler } from './delete-master-reference.ts'
import { downloadMasterReferenceHandler } from './download-master-reference.ts'
import { downloadMasterReferenceVersionHandler } from './download-master-reference-version.ts'
import { getAllVersionsHandler } from './get-all-versions.ts'
import { getMasterReferenceHandler } from './get-master-reference.ts'
import { getDownStreamHandler } from './get-down-stream.ts'
import { getEngineReferencesHandler } from './get-engine-references.ts'
import { getSyncReportHandler } from './get-sync-report.ts'
import { previewSyncHandler } from './preview-sync.ts'
import { syncAllDownStreamEnginesHandler } from './sync-all-down-stream-engines.ts'
import { syncDataHandler } from './sync-data.ts'
import { listMasterReferencesHandler } from './list-master-references.ts'
import { publishMasterReferenceHandler } from './publish-master-reference.ts'
import { readRangeHandler } from './read-range.ts'
import { readRangeVersionHandler } from './read-range-version.ts'
import { writeRangeHandler } from './write-range.ts'

export const masterReferenceRoutes: readonly Handler[] = [
  listMasterReferencesHandler,
  getMasterReferenceHandler,
  getAllVersionsHandler,
  addMasterReferenceHandler,
  publishMasterReferenceHandler,
  downloadMasterReferenceHandler,
  downloadMasterReferenceVersionHandler,
  deleteMasterReferenceHandler,
  readRangeHandler,
  readRangeVersionHandler,
  writeRangeHandler,
  getDownStreamHandler,
  getEngineReferencesHandler,
  getSyncReportHandler,
  previewSyncHandler,
  syncAllDownStreamEnginesHandler,
  syncDataHandler,
  compareVersionsHandler,
]
