import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import { type DmlAnswer, dmlFiles, type DmlTask } from './dml-request.ts'
import { generateScripts, previewScripts } from './generate-scripts.ts'
import { sourceTables } from './source-tables.ts'

/** Runs in a child process: the workbook is untrusted. */
serveParent<DmlTask>(async (task, progress): Promise<DmlAnswer> => {
  progress(0, 'read')
  const sources = await sourceTables(await readFile(path.join(task.folder, dmlFiles.workbook)), task.folder)
  if ('kind' in sources) return sources
  switch (task.kind) {
    case 'describe':
      return { kind: 'described', tables: sources.map((source) => source.propose()) }
    case 'preview':
      return previewScripts(task, sources)
    case 'generate':
      return generateScripts(task, sources, progress)
    default:
      return task satisfies never
  }
})
