import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { buildEngine } from './build-engine.ts'
import { type BuildRequest, buildFiles } from './build-request.ts'

/** Runs in a child process: the workbook and the program compiled from it are untrusted. */
serveParent<BuildRequest>(async ({ folder, isRecalculated, ...request }, progress) => {
  const bytes = await readFile(path.join(folder, buildFiles.workbook))
  const programFile = path.join(folder, buildFiles.program)
  const recalculated = isRecalculated ? await readFile(path.join(folder, buildFiles.recalculated)) : undefined
  const asked = { ...request, programFile, progress }
  const outcome = await buildEngine(bytes, { ...asked, ...(recalculated === undefined ? {} : { recalculated }) })
  if (outcome.kind === 'refused') return outcome
  await writeFile(path.join(folder, buildFiles.build), JSON.stringify(outcome.build))
  return { kind: 'built' }
})
