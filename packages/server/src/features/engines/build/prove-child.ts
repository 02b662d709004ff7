import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { continueProof } from '@sheetwright/compiler/build.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { buildFiles } from './build-request.ts'
import type { ProveRequest } from './prove-request.ts'

/** Runs in a child process: the workbook and the program compiled from it are untrusted. */
serveParent<ProveRequest>(async ({ folder, fileName, marks, iteration, from, seconds }, progress) => {
  const bytes = await readFile(path.join(folder, buildFiles.workbook))
  const program = (await import(pathToFileURL(path.join(folder, buildFiles.program)).href)) as ProgramModule
  return continueProof(bytes, {
    fileName,
    program,
    from,
    seconds,
    progress: (share) => progress(100 * share, 'prove'),
    ...(marks === null ? {} : { marks }),
    ...(iteration === null ? {} : { iteration }),
  })
})
