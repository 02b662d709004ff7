import type { Handler } from '../../platform/http/handle.ts'
import { diffVersionsHandler } from './diff-versions.ts'
import { downloadNamedHandler } from './download-named.ts'
import { profileVersionHandler } from './profile-version.ts'
import { explainCellHandler } from './explain-cell.ts'
import { getBookHandler } from './get-book.ts'
import { getCellsHandler } from './get-cells.ts'
import { getProposalsHandler } from './get-proposals.ts'
import { getUploadedBookHandler } from './get-uploaded-book.ts'
import { getUploadedCellsHandler } from './get-uploaded-cells.ts'
import { lintVersionHandler } from './lint-version.ts'
import { proposeInterfaceHandler } from './propose-interface.ts'
import { runWhatIfHandler } from './run-what-if.ts'

export const lookInsideRoutes: readonly Handler[] = [
  getUploadedBookHandler,
  getUploadedCellsHandler,
  getProposalsHandler,
  proposeInterfaceHandler,
  getBookHandler,
  getCellsHandler,
  explainCellHandler,
  profileVersionHandler,
  lintVersionHandler,
  diffVersionsHandler,
  runWhatIfHandler,
  downloadNamedHandler,
]
